import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useStoredDraft } from './use-stored-draft'

afterEach(() => {
  localStorage.clear()
})

test('a draft outlives its page, and each key has its own', () => {
  const first = renderHook(() => useStoredDraft('task 1'))
  act(() => first.result.current[1]('half a tho'))
  first.unmount()
  expect(renderHook(() => useStoredDraft('task 1')).result.current[0]).toBe('half a tho')
  expect(renderHook(() => useStoredDraft('task 2')).result.current[0]).toBe('')
})

test('clearing it leaves nothing behind', () => {
  const { result } = renderHook(() => useStoredDraft('task 1'))
  act(() => result.current[1]('text'))
  act(() => result.current[1](''))
  expect(localStorage.length).toBe(0)
})

test('it is cleared only while it is still what was sent', () => {
  const { result } = renderHook(() => useStoredDraft('task 1'))
  act(() => result.current[1]('sent'))
  act(() => result.current[1]('sent, and more'))
  act(() => result.current[2]('sent'))
  expect(result.current[0]).toBe('sent, and more')
  act(() => result.current[2]('sent, and more'))
  expect(result.current[0]).toBe('')
})
