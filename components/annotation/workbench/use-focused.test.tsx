import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFocusedId } from './use-focused'

afterEach(() => {
  document.body.replaceChildren()
})

it('knows at once what has the focus, and nothing of a page that is gone', () => {
  const field = document.createElement('input')
  field.id = 'field-s1-reason'
  document.body.append(field)
  field.focus()
  const first = renderHook(useFocusedId)
  expect(first.result.current).toBe(field.id)
  first.unmount()
  field.remove()
  expect(renderHook(useFocusedId).result.current).toBe('')
})
