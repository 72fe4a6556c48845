'use client'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { useBench } from '@/components/annotation/workbench/bench-context'

/** `act` with the newest workbench, as a function that stays the same, so that rows can be left undrawn. */
export function useSteady<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((argument) => newest.current(argument), [])
}

/** Opens a unit; the same function for as long as the workbench is there. */
export function useSteadyGo(): (unit: string) => void {
  const { go } = useBench()
  return useSteady((unit) => go({ unit, question: null }))
}
