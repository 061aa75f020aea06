import {
  describeKnownYears,
  RELATION_WORDS,
  type RefereeQuestion,
} from '@tendwell/contract/profiles/references'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getErrorStatus } from '../../../lib/errors.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import {
  useAnswerReferenceMutation,
  useDeleteRefereeDataMutation,
  useRefereeQuestionQuery,
} from './references-api.ts'

const toProduct = <ButtonLink to={paths.home} variant="secondary">{`What ${PRODUCT_NAME} is`}</ButtonLink>

/**
 * Where the mail to a referee leads. Nothing changes before a press, because mail programs open links.
 * @see docs/rules/profiles-and-files.md#references
 */
export function ReferencePage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const query = useRefereeQuestionQuery(token)
  const [answer, { data: answered }] = useAnswerReferenceMutation()
  const [isDeleted, setDeleted] = useState(false)
  const { run, isPending } = useAction({
    send: (confirms: boolean) => answer({ token, confirms }).unwrap(),
    failure: 'Failed to send your answer',
  })
  const question = answered ?? query.data
  if (isDeleted) {
    return (
      <Page title="Your data is deleted" lead="We won’t email you about this person again." width="reading">
        {toProduct}
      </Page>
    )
  }
  if (!question) return <Waiting query={query} />
  const name = question.caregiver_name
  return (
    <Page
      title={`Do you know ${name}?`}
      lead={`${name} offers child and family care on ${PRODUCT_NAME} and named you as someone who knows their work.`}
      width="reading"
    >
      <div className="flex flex-col gap-6">
        <Panel title={`What ${name} told us`}>
          <DescriptionList
            items={[
              { term: 'Your name', value: question.name },
              { term: 'How you know each other', value: RELATION_WORDS[question.relation].toReferee },
              { term: 'For how long', value: describeKnownYears(question.years) },
            ]}
          />
        </Panel>
        <div role="status" className="empty:hidden">
          <Answer question={question} />
        </div>
        {!question.is_over && (
          <>
            {question.confirms === null && (
              <p>
                {`Please confirm only if this is right and you’d recommend ${name} to a family. Families see how many references are confirmed, never your name or email.`}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              {question.confirms !== true && (
                <Button
                  size="large"
                  variant={question.confirms === null ? 'primary' : 'secondary'}
                  isDisabled={isPending}
                  onPress={() => run(true)}
                >
                  Yes, I confirm
                </Button>
              )}
              {question.confirms !== false && (
                <Button size="large" variant="secondary" isDisabled={isPending} onPress={() => run(false)}>
                  No, I don’t confirm
                </Button>
              )}
            </div>
          </>
        )}
        <OwnData token={token} name={name} onDeleted={() => setDeleted(true)} />
      </div>
    </Page>
  )
}

/** Before there is a question to show. */
function Waiting({ query }: { query: ReturnType<typeof useRefereeQuestionQuery> }) {
  const { error, isFetching, refetch } = query
  if (getErrorStatus(error) === 400) {
    return (
      <Page
        title="This link is not valid"
        lead="A newer email may have replaced it, or the reference has ended. There’s nothing you need to do."
        width="reading"
      >
        {toProduct}
      </Page>
    )
  }
  return (
    <Page title="A reference" width="reading">
      {error ? (
        <ErrorState
          title="Failed to load the question"
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonText lines={5} />
      )}
    </Page>
  )
}

/** What the referee answered, or that it is too late. */
function Answer({ question }: { question: RefereeQuestion }) {
  const { confirms, is_over: isOver, caregiver_name: name, answer_until: until } = question
  const change = isOver ? '' : ` You can change your answer until ${formatDate(until)}.`
  if (confirms === null) {
    return isOver ? (
      <Banner title="This link has expired">{`If you’d like to confirm, ${name} can ask you again.`}</Banner>
    ) : null
  }
  return confirms ? (
    <Banner tone="success" title="Thank you, you confirmed">
      {`Your answer counts on the page of ${name}.${change}`}
    </Banner>
  ) : (
    <Banner title="Thank you, you didn’t confirm">{`We don’t tell ${name}.${change}`}</Banner>
  )
}

interface OwnDataProps {
  token: string
  name: string
  onDeleted: () => void
}

function OwnData({ token, name, onDeleted }: OwnDataProps) {
  const [isAsking, setAsking] = useState(false)
  const [deleteData] = useDeleteRefereeDataMutation()
  const { run, isPending } = useAction({
    send: (sent: string) => deleteData(sent).unwrap(),
    failure: 'Failed to delete your data',
    onSuccess: onDeleted,
  })
  return (
    <section aria-label="Your data" className="border-t border-line pt-6">
      <p className="text-ink-soft">
        {`We keep your name, your email and your answer until ${name} removes you as a reference.`}
      </p>
      <Button variant="secondary" size="small" onPress={() => setAsking(true)} className="mt-3">
        Delete my data
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete your data?"
        consequence={`We delete your name, your email and your answer, and don’t email you about ${name} again. A reference you confirmed no longer counts.`}
        confirmLabel="Delete my data"
        pendingLabel="Deleting…"
        onConfirm={() => run(token)}
        isPending={isPending}
      />
    </section>
  )
}
