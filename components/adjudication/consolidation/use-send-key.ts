'use client'
import type { KeyboardEvent } from 'react'
import { useKeyTest } from '@/components/ui/use-keymap'
import { SEND } from '@/lib/platform/client/form-keys'

/** The key that sends the form it is pressed in, and nothing else on the page. */
export function useSendKey(): (event: KeyboardEvent<HTMLFormElement>) => void {
  const isKey = useKeyTest()
  return (event) => {
    if (!isKey(SEND, event)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}
