'use client'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { storedTexts } from '@/lib/platform/client/stored-texts'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { PracticeTaskView } from '@/lib/quality/practice/contract'

// Every name says whose it is: browsers are shared.
const store = storedTexts(() => localStorage, 'assay-practice/')
const keptSchema: z.ZodType<Answers> = z.record(z.string(), z.record(z.string(), z.json() as z.ZodType<Json>))

type Item = Pick<PracticeTaskView, 'userId' | 'project' | 'stage' | 'key'>

/**
 * Unsubmitted answers to an item of practice, kept in this browser. `begun` are those to begin with, and `keep` stores others; null removes them.
 * `unlessChanged` returns a function that removes what is stored now, unless other answers are stored by then. When another tab stores answers, `begun`
 * becomes these and `changes` counts up; when it submits them, `onElsewhere` is called.
 */
export function useKeptAnswers({ userId, project, stage, key }: Item, isAnswering: boolean, onElsewhere: () => void) {
  const name = [userId, project.id, stage, key].join('/')
  const item = useMemo(() => (isAnswering ? keptItem(name) : NOTHING), [isAnswering, name])
  const { answers, changes } = useSyncExternalStore(item.subscribe, item.begun, nothing)
  const tell = useEffectEvent(onElsewhere)
  useEffect(() => {
    if (answers === null && changes > 0) tell()
  }, [answers, changes])
  return { begun: answers, changes, keep: item.keep, unlessChanged: item.unlessChanged }
}

interface Begun {
  answers: Answers | null
  changes: number
}

const BLANK: Begun = { answers: null, changes: 0 }
const nothing = () => BLANK
const NOTHING: ReturnType<typeof keptItem> = {
  begun: nothing,
  subscribe: () => () => {},
  keep: () => {},
  unlessChanged: () => () => {},
}

function keptItem(name: string) {
  let last = store.read(name)
  let begun: Begun = last === null ? BLANK : { answers: parse(last), changes: 0 }
  const keep = (answers: Answers | null) => {
    last = answers && JSON.stringify(answers)
    store.write(name, last)
  }
  return {
    begun: () => begun,
    subscribe: (notify: () => void) =>
      store.subscribe(() => {
        const text = store.read(name)
        if (text === last) return
        last = text
        begun = { answers: parse(text), changes: begun.changes + 1 }
        notify()
      }),
    keep,
    unlessChanged() {
      const text = store.read(name)
      return () => {
        if (store.read(name) === text) keep(null)
      }
    },
  }
}

function parse(text: string | null): Answers | null {
  try {
    return keptSchema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}
