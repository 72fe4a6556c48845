'use client'
import type { KeyboardEvent } from 'react'
import { SEND } from '@/lib/platform/client/form-keys'
import { useKeyTest } from './use-keymap'

/** The key that sends the form it is pressed in, and nothing else on the page. */
export function useSendKey(): (event: KeyboardEvent<HTMLFormElement>) => void {
  const isKey = useKeyTest()
  return (event) => {
    if (!isKey(SEND, event)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}
