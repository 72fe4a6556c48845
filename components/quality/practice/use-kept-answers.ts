'use client'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { storedTexts } from '@/lib/platform/client/stored-texts'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { PracticeTaskView } from '@/lib/quality/practice/contract'

// Every name says whose it is: browsers are shared.
const store = storedTexts(() => localStorage, 'assay-practice/')
const keptSchema: z.ZodType<Answers> = z.record(z.string(), z.record(z.string(), z.json() as z.ZodType<Json>))

type Item = Pick<PracticeTaskView, 'userId' | 'project' | 'stage' | 'key'>

/**
 * The answers to an item of practice that was begun here and not answered, as they were when answering began, and how to keep them
 * from change to change; null once it is answered. They stay in this browser: practice is counted nowhere.
 */
export function useKeptAnswers({ userId, project, stage, key }: Item, isAnswering: boolean) {
  const name = [userId, project.id, stage, key].join('/')
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const begun = useMemo(() => (isHere && isAnswering ? readKept(name) : null), [isHere, isAnswering, name])
  const keep = useCallback(
    (answers: Answers | null) => void store.write(name, answers && JSON.stringify(answers)),
    [name],
  )
  return { begun, keep }
}
const never = () => () => {}

function readKept(name: string): Answers | null {
  try {
    return keptSchema.parse(JSON.parse(store.read(name) ?? 'null'))
  } catch {
    return null
  }
}
