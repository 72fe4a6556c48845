import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { AlertDialog } from './alert-dialog'

function open(onConfirm: () => unknown, typeToConfirm?: string) {
  render(
    <AlertDialog
      title="Remove it?"
      description="For good."
      confirmLabel="Remove"
      onConfirm={onConfirm}
      typeToConfirm={typeToConfirm}
      trigger={<button type="button">Open</button>}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Remove' }))

describe('AlertDialog', () => {
  it('closes once it is confirmed', async () => {
    const onConfirm = vi.fn()
    open(onConfirm)
    submit()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })

  it('waits for the right words', () => {
    const onConfirm = vi.fn()
    open(onConfirm, 'Old draft')
    const field = screen.getByRole('textbox', { name: 'Type Old draft to confirm' })
    fireEvent.change(field, { target: { value: 'old draft' } })
    expect(screen.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(true)
    fireEvent.change(field, { target: { value: 'Old draft' } })
    expect(screen.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(false)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('cannot be left while it is being done, so that nobody takes that for taken back', async () => {
    let fail = (_: Error) => {}
    open(() => new Promise((_, reject) => (fail = reject)))
    submit()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true))
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })
    expect(screen.queryByRole('alertdialog')).not.toBeNull()
    fail(new Error('It is still there.'))
    expect((await screen.findByRole('alert')).textContent).toContain('It is still there.')
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('stays open and says why it failed', async () => {
    open(() => Promise.reject(new Error('Somebody else changed it.')))
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed it.')
    expect(screen.queryByRole('alertdialog')).not.toBeNull()
  })
})

it('is sent by the key of all forms where one writes in it, which its button shows; what destroys is not', async () => {
  const sent: string[] = []
  const dialog = (tone: 'primary' | 'danger') => (
    <AlertDialog
      title={tone}
      description="What."
      confirmLabel="Do"
      open
      tone={tone}
      onConfirm={() => sent.push(tone)}
      onOpenChange={() => {}}
    >
      <textarea aria-label="Why?" />
    </AlertDialog>
  )
  const { rerender } = render(dialog('primary'))
  expect(screen.getByRole('button', { name: /^Do/ }).getAttribute('aria-keyshortcuts')).toContain('Control+Enter')
  fireEvent.keyDown(screen.getByLabelText('Why?'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent).toEqual(['primary']))
  rerender(dialog('danger'))
  expect(screen.getByRole('button', { name: /^Do/ }).hasAttribute('aria-keyshortcuts')).toBe(false)
  fireEvent.keyDown(screen.getByLabelText('Why?'), { key: 'Enter', ctrlKey: true })
  expect(sent).toEqual(['primary'])
})
