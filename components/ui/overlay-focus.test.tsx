import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { AlertDialog } from './alert-dialog'
import { Button } from './button'
import { Dialog } from './dialog'
import { Drawer } from './drawer'
import { DropdownMenu, MenuItem } from './dropdown-menu'
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

type Opened = { open: boolean; onOpenChange: (open: boolean) => void }

/** A page whose overlay is opened by its state, as keys open it; the work under it can go meanwhile. */
function Page({ overlay, opens }: { overlay: (opened: Opened) => ReactNode; opens?: (open: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const [isThere, setThere] = useState(true)
  return (
    <main id="main" tabIndex={-1} aria-label="Page">
      {isThere ? <Button onClick={() => setOpen(true)}>Work</Button> : null}
      {opens?.(() => setOpen(true))}
      {overlay({ open, onOpenChange: setOpen })}
      <Button onClick={() => setThere(false)}>Take away</Button>
    </main>
  )
}

const OVERLAYS = [
  [
    'a dialog',
    (opened: Opened) => (
      <Dialog title="Title" {...opened}>
        {FIELD}
      </Dialog>
    ),
  ],
  [
    'a dialog that is there only while it is open',
    ({ open, onOpenChange }: Opened) =>
      open ? (
        <Dialog title="Title" open onOpenChange={onOpenChange}>
          {FIELD}
        </Dialog>
      ) : null,
  ],
  [
    'a drawer',
    (opened: Opened) => (
      <Drawer title="Title" {...opened}>
        {FIELD}
      </Drawer>
    ),
  ],
  [
    'a question before an act',
    (opened: Opened) => (
      <AlertDialog title="Title" description="What." confirmLabel="Do" onConfirm={() => {}} {...opened}>
        {FIELD}
      </AlertDialog>
    ),
  ],
] as const

const openFrom = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  expect(hasFocus()).toBe('Text')
}
const leave = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

it.each(OVERLAYS)('%s that no trigger of its own opens gives the focus back', async (_, overlay) => {
  render(<Page overlay={overlay} />)
  openFrom('Work')
  leave()
  await waitFor(() => expect(hasFocus()).toBe('Work'))
})

it.each(OVERLAYS)('%s gives the page the focus where what had it is gone', async (_, overlay) => {
  render(<Page overlay={overlay} />)
  openFrom('Work')
  fireEvent.click(screen.getByText('Take away'))
  leave()
  await waitFor(() => expect(hasFocus()).toBe('Page'))
})

it('gives the focus back to the button of the menu, or of the dialog, in which its own button was', async () => {
  const [, overlay] = OVERLAYS[0]
  const menu = (open: () => void) => (
    <DropdownMenu trigger={<Button>More</Button>} defaultOpen>
      <MenuItem onSelect={open}>Open</MenuItem>
    </DropdownMenu>
  )
  const { unmount } = render(<Page overlay={overlay} opens={menu} />)
  const item = screen.getByRole('menuitem')
  item.focus()
  fireEvent.click(item)
  await waitFor(() => expect(hasFocus()).toBe('Text'))
  leave()
  await waitFor(() => expect(hasFocus()).toBe('More'))
  unmount()

  render(<Page overlay={overlay} opens={(open) => <InDialog onOpen={open} />} />)
  screen.getByText('All').focus()
  fireEvent.click(screen.getByText('All'))
  const inside = screen.getByText('Open')
  inside.focus()
  fireEvent.click(inside)
  await waitFor(() => expect(hasFocus()).toBe('Text'))
  leave()
  await waitFor(() => expect(hasFocus()).toBe('All'))
})

/** A dialog with a button that closes it and opens another. */
function InDialog({ onOpen }: { onOpen: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>All</Button>
      <Dialog title="More" open={open} onOpenChange={setOpen}>
        <Button
          onClick={() => {
            setOpen(false)
            onOpen()
          }}
        >
          Open
        </Button>
      </Dialog>
    </>
  )
}
