import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '@/components/ui/toast'
import type { Answers } from '@/lib/protocols/protocol'
import { LIST_BINDINGS } from './keys'
import { useUndoOffer, withUndoOffers } from './use-undo-offers'

type Handlers = Record<string, (() => unknown) | undefined>

function Page({ answers, handlers, undo }: { answers: Answers; handlers: Handlers; undo: () => void }) {
  Object.assign(handlers, withUndoOffers(LIST_BINDINGS, handlers, useUndoOffer({ answers, undo })))
  return null
}

const before: Answers = { c1: { text: 'One.' } }
const setUp = () => {
  const [info, dismiss] = [vi.spyOn(toast, 'info'), vi.spyOn(toast, 'dismiss')]
  const [undo, act] = [vi.fn(), vi.fn()]
  const handlers: Handlers = { delete: act, add: act }
  const page = render(<Page answers={before} handlers={handlers} undo={undo} />)
  const show = (answers: Answers) => page.rerender(<Page answers={answers} handlers={{}} undo={undo} />)
  return { info, dismiss, undo, act, handlers, show }
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('offers undo for what takes something away, and only for that', () => {
  const { info, undo, act, handlers } = setUp()
  handlers.add?.()
  expect(info).not.toHaveBeenCalled()
  handlers.delete?.()
  expect(act).toHaveBeenCalledTimes(2)
  const { action } = info.mock.calls[0]?.[1] ?? {}
  expect(action?.label).toBe('Undo')
  action?.onClick()
  expect(undo).toHaveBeenCalledTimes(1)
})

it('offers nothing after a key that did nothing, since undo would take back other work', () => {
  const { info, act, handlers } = setUp()
  act.mockReturnValue(false)
  handlers.delete?.()
  expect(act).toHaveBeenCalledTimes(1)
  expect(info).not.toHaveBeenCalled()
})

it('withdraws the offer with the next change, not when the server answers with the same', () => {
  const { dismiss, handlers, show } = setUp()
  handlers.delete?.()
  show({})
  show({ ...{} })
  expect(dismiss).not.toHaveBeenCalled()
  show({ c2: { text: 'Two.' } })
  expect(dismiss).toHaveBeenCalledTimes(1)
})

it('undoes by what is there when the offer is taken, not by what was there when it was made', () => {
  const info = vi.spyOn(toast, 'info')
  const [stale, fresh] = [vi.fn(), vi.fn()]
  const handlers: Handlers = { delete: vi.fn() }
  const page = render(<Page answers={before} handlers={handlers} undo={stale} />)
  handlers.delete?.()
  page.rerender(<Page answers={{}} handlers={{}} undo={fresh} />)
  info.mock.calls[0]?.[1]?.action?.onClick()
  expect(stale).not.toHaveBeenCalled()
  expect(fresh).toHaveBeenCalledTimes(1)
})
