import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AlertDialog } from './alert-dialog'
import { Button } from './button'
import { Dialog } from './dialog'
import { Drawer } from './drawer'
import { Textarea } from './textarea'

const FIELD = <Textarea aria-label="Text" />
const hasFocus = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it.each([
  [
    'a dialog',
    <Dialog key="d" title="Title" open footer={<Button>Send</Button>}>
      {FIELD}
    </Dialog>,
  ],
  [
    'a drawer',
    <Drawer key="w" title="Title" open modal={false}>
      {FIELD}
    </Drawer>,
  ],
  [
    'a question before an act',
    <AlertDialog key="a" title="Title" description="What." confirmLabel="Do" open onConfirm={() => {}}>
      {FIELD}
    </AlertDialog>,
  ],
])('%s opens with the focus in its text', (_, overlay) => {
  render(overlay)
  expect(hasFocus()).toBe('Text')
})

it('leaves the focus where a part of the dialog has put it', () => {
  render(
    <Dialog title="Title" open>
      {FIELD}
      <p ref={(text) => text?.focus()} tabIndex={-1}>
        Read this.
      </p>
    </Dialog>,
  )
  expect(hasFocus()).toBe('Read this.')
})

it('goes to what is there where there is no text, and to no text that cannot be written in', () => {
  render(
    <Dialog title="Title" open>
      <input readOnly aria-label="Link" value="https://assay.example" />
      <Button>Copy</Button>
    </Dialog>,
  )
  expect(hasFocus()).toBe('Close')
  expect(screen.getByText('Copy')).toBeDefined()
})
