import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, useRef, useState } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keyTable } from '@/lib/platform/client/keymap'
import { Button } from './button'
import { Dialog } from './dialog'
import { onDemand } from './on-demand'
import { toast } from './toast'
import { useKeymap } from './use-keymap'

interface SheetProps {
  open: boolean
  onOpenChange(open: boolean): void
  opener: { current: HTMLElement | null }
  typedAhead?: string
}
const Sheet = ({ typedAhead, ...props }: SheetProps) => (
  <Dialog title="Sheet" {...props}>
    A sheet
    <input aria-label="Find" defaultValue={typedAhead} />
  </Dialog>
)

const BINDINGS = keyTable<'answer'>('on-demand-test', [{ id: 'answer', keys: ['a'], label: 'Answer', group: 'Test' }])

/** A page with a sheet whose code comes when the test says so. */
function draw() {
  const answered = vi.fn()
  let settle: { resolve(sheet: ComponentType<SheetProps>): void; reject(why: Error): void } | null = null
  const load = vi.fn(
    () =>
      new Promise<ComponentType<SheetProps>>((resolve, reject) => {
        settle = { resolve, reject }
      }),
  )
  const Late = onDemand<SheetProps>(load)
  function Page() {
    const [open, setOpen] = useState(false)
    const button = useRef<HTMLButtonElement>(null)
    useKeymap(BINDINGS, { answer: answered })
    return (
      <>
        <Button ref={button} onClick={() => setOpen(true)}>
          Open
        </Button>
        <Late open={open} onOpenChange={setOpen} opener={button} />
      </>
    )
  }
  render(<Page />)
  const come = () => act(async () => settle?.resolve(Sheet))
  const fail = () => act(async () => settle?.reject(new Error('no network')))
  return { answered, load, come, fail }
}

const open = () => fireEvent.click(screen.getByText('Open'))
const pressA = () => fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' })

let idle: (() => void)[] = []
beforeEach(() => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', () => {})
  return () => vi.unstubAllGlobals()
})
const whenUsed = () =>
  act(async () => {
    fireEvent.pointerMove(document.body)
    for (const work of idle) work()
  })

it('is fetched once the page is used, and then opens at once', async () => {
  const { load, come } = draw()
  expect(load).not.toHaveBeenCalled()
  await whenUsed()
  await come()
  expect(screen.queryByRole('dialog')).toBeNull()
  open()
  expect(screen.getByText('A sheet')).toBeDefined()
})

it('keeps the page’s keys to itself while it is on its way', async () => {
  const { answered, come } = draw()
  pressA()
  expect(answered).toHaveBeenCalledTimes(1)
  open()
  pressA()
  await come()
  expect(screen.getByText('A sheet')).toBeDefined()
  pressA()
  expect(answered).toHaveBeenCalledTimes(1)
})

it('hands over what was typed while it was on its way, and writes it into no other field', async () => {
  const { come } = draw()
  open()
  const other = document.createElement('input')
  document.body.append(other)
  onTestFinished(() => other.remove())
  for (const key of ['a', 'b', 'Backspace', 'ب', ' ', 'Enter', 'Shift'])
    expect(fireEvent.keyDown(other, { key })).toBe(false)
  expect(fireEvent.keyDown(other, { key: 'c', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(other, { key: 'F5' })).toBe(true)
  await come()
  expect(screen.getByLabelText<HTMLInputElement>('Find').value).toBe('aب ')
  fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  open()
  expect(screen.getByLabelText<HTMLInputElement>('Find').value).toBe('')
})

it('gives the focus back to its button', async () => {
  const { come } = draw()
  open()
  await come()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says where it cannot be had, lets the page have its keys again, and comes the next time', async () => {
  const failed = vi.spyOn(toast, 'error').mockImplementation(() => {})
  const { answered, load, fail, come } = draw()
  open()
  await fail()
  expect(failed).toHaveBeenCalledTimes(1)
  pressA()
  expect(answered).toHaveBeenCalledTimes(1)
  open()
  expect(load).toHaveBeenCalledTimes(2)
  await come()
  expect(screen.getByText('A sheet')).toBeDefined()
})
