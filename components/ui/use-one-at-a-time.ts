'use client'
import { useRef } from 'react'

/**
 * Lets one sending go at a time: the second click of a double click comes before its button is drawn as busy. What is sent says by `done` that
 * the next may go.
 */
export function useOneAtATime(): (send: (done: () => void) => void) => void {
  const isSent = useRef(false)
  return (send) => {
    if (isSent.current) return
    isSent.current = true
    send(() => {
      isSent.current = false
    })
  }
}
