import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GUIDELINES_BINDINGS } from '@/components/workspace/guidelines/keys'
import { ShellShortcuts, ShortcutSheet } from './shortcut-sheet'

const ask = () => fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
const dialogs = () => screen.queryAllByRole('dialog')
function Page({ own }: { own: boolean }) {
  return (
    <>
      <ShellShortcuts />
      {own ? <ShortcutSheet bindings={GUIDELINES_BINDINGS} /> : null}
    </>
  )
}

it('is opened by ? on a page that has no keys of its own, and by the page where it has', async () => {
  const { rerender } = render(<Page own={false} />)
  ask()
  await screen.findByRole('dialog')
  expect(screen.queryByText('I have read the guidelines, or what changed')).toBeNull()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(dialogs()).toHaveLength(0))
  rerender(<Page own />)
  ask()
  expect(await screen.findByText('I have read the guidelines, or what changed')).toBeTruthy()
  expect(dialogs()).toHaveLength(1)
})

it('does not come back after a page that had one of its own', async () => {
  const { rerender } = render(<Page own={false} />)
  ask()
  await screen.findByRole('dialog')
  rerender(<Page own />)
  await waitFor(() => expect(dialogs()).toHaveLength(0))
  rerender(<Page own={false} />)
  expect(dialogs()).toHaveLength(0)
})
