import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKeptAnswers } from './use-kept-answers'

const item = { userId: 'ana', project: { id: 'lakes', name: 'Lakes' }, stage: 'label', key: 'one' }
const begun = () => renderHook(() => useKeptAnswers(item, true, () => {})).result.current.begun

it('forgets answers that were sent, and none that were kept since', () => {
  const { result } = renderHook(() => useKeptAnswers(item, true, () => {}))
  const [first, second] = [{ s1: { label: true } }, { s1: { label: false } }]
  act(() => result.current.keep(first))
  const forgetFirst = result.current.unlessChanged()
  act(() => result.current.keep(second))
  act(forgetFirst)
  expect(begun()).toEqual(second)
  act(result.current.unlessChanged())
  expect(begun()).toBeNull()
})
