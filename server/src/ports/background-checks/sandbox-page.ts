import { escapeHtml } from '../../platform/http/html.ts'
import { renderFormPage, renderNotePage } from '../sandbox/document.ts'
import { CHECKED, SANDBOX_NAME } from './sandbox.ts'
import type { SandboxCheck } from './sandbox-store.ts'

const NOTICE = 'This is a test page and checks no one. Don’t enter real data.'

/** The results to choose from on the page, in place of a real check. */
const OUTCOMES = {
  clear: { label: 'Clear', hint: 'Nothing was found.' },
  needs_review: { label: 'Needs a review', hint: 'Tendwell’s team has to look at something.' },
  canceled: { label: 'Can’t be completed', hint: 'The check ends without a result.' },
} as const

export function isOutcome(value: string): value is keyof typeof OUTCOMES {
  return Object.hasOwn(OUTCOMES, value)
}

/** The page of a waiting check. @param problem why the form came back, in plain text; null at first */
export function renderCheckPage(check: SandboxCheck, problem: string | null): string {
  const checkedItems = CHECKED.map((name) => `<li>${escapeHtml(name)}</li>`)
  const outcomes = Object.entries(OUTCOMES).map(
    ([value, { label, hint }]) => `<label class="choice" for="outcome-${value}">
<input type="radio" id="outcome-${value}" name="outcome" value="${value}"${value === 'clear' ? ' checked' : ''}>
<span><strong>${label}</strong><span class="hint">${hint}</span></span></label>`,
  )
  const alert = problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''
  return renderFormPage({
    title: `Background check by ${SANDBOX_NAME}`,
    hasProblem: problem !== null,
    notice: NOTICE,
    label: 'Your background check',
    brand: SANDBOX_NAME,
    lead: 'Tendwell asked for a',
    heading: 'Background check',
    details: `<p class="description">A real provider asks for your name, your date of birth and documents here, and checks:</p>
<ul class="checked">${checkedItems.join('')}</ul>`,
    action: `/sandbox/background-check/${check.id}`,
    fields: `<div class="field"><label for="name">Name on the ID</label>
<input id="name" name="name" maxlength="255" autocomplete="off"></div>
<div class="field"><label for="birth_date">Date of birth</label>
<input id="birth_date" name="birth_date" type="date"></div>
<fieldset><legend>What should the result be?</legend>${outcomes.join('')}</fieldset>
<label class="choice" for="agrees"><input type="checkbox" id="agrees" name="agrees" value="yes"${problem ? ' aria-invalid="true" aria-describedby="problem" autofocus' : ''}>
<span>I agree to this background check by ${SANDBOX_NAME}.</span></label>
<div id="problem">${alert}</div>`,
    button: 'Agree and finish',
    cancel: { url: check.returnUrl, text: 'Not now' },
  })
}

/** A page with one message and a link. */
export function renderNotice(note: {
  title: string
  text: string
  link: { url: string; text: string }
}): string {
  return renderNotePage({ ...note, notice: NOTICE })
}
