import { screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../test/expect.ts'
import { renderPage } from '../../../test/render.tsx'
import { lazyDialog, lazyTool } from './lazy-parts.tsx'

interface NoteProps {
  isOpen?: boolean
  onClose: () => void
}

const Note = ({ isOpen = true, onClose }: NoteProps) =>
  isOpen && (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  )

/** Loads `Note`, after as many failures. */
function failing(times: number) {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Note
  }
}

it('keeps the page and says what to do when a dialog fails to load', async () => {
  const LazyNote = lazyDialog(failing(2))
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <LazyNote onClose={() => setOpen(false)} />}
      </>
    )
  }
  const { press } = renderPage(<Page />)
  await press('Open')
  await expectToast('This part of the page didn’t load. Check your connection and try again.')
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  await press('Open')
  await expectToast('This part of the page didn’t load. Reload the page.')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await press('Open')
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
  await press('Done')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('tries again to load a dialog that stays while it is closed', async () => {
  const LazyNote = lazyDialog(failing(1))
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <LazyNote isOpen={isOpen} onClose={() => setOpen(false)} />
      </>
    )
  }
  const { press } = renderPage(<Page />)
  await press('Open')
  await expectToast('This part of the page didn’t load. Check your connection and try again.')
  await press('Open')
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
})

it('leaves out a tool that fails to load', async () => {
  const LazyNote = lazyTool<NoteProps>(failing(1))
  renderPage(
    <>
      <h1>Page</h1>
      <Suspense fallback="Loading">
        <LazyNote onClose={() => {}} />
      </Suspense>
    </>,
  )
  expect(await screen.findByText('Loading')).toBeInTheDocument()
  await expect.poll(() => screen.queryByText('Loading')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Page' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
