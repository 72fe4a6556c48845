'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Bench, useBench } from '@/components/annotation/workbench/bench-context'
import { capitalised, unitName } from '@/components/annotation/workbench/unit-name'
import { toast } from '@/components/ui/toast'
import { hostOf } from '@/components/ui/web-address'
import {
  CLIP_CHANNEL,
  type ClipMessage,
  type ClipPlace,
  clipMessageSchema,
} from '@/lib/automation/evidence/clip/contract'
import { codePointSlice } from '@/lib/text/code-points'
import { evidencePlace, quoteIntoLinks, quoteIntoList } from './evidence-place'
import { searchedUnit } from './outside-query'

type Addition = Extract<ClipMessage, { kind: 'add' }>

/** Draws nothing: tells the page that a bookmark opens where one is, and makes evidence of what that page hands over. */
export function ClipReceiver() {
  const bench = useBench()
  const [tab] = useState(() => crypto.randomUUID())
  const channel = useRef<BroadcastChannel>(null)
  const place = placeOf(bench, tab)
  const tell = useEffectEvent(() => place && channel.current?.postMessage(place))
  const hear = useEffectEvent((message: ClipMessage) => {
    if (message.kind === 'ask') tell()
    if (message.kind !== 'add' || message.tab !== tab) return
    channel.current?.postMessage({ kind: 'answer', tab, ...add(bench, message) } satisfies ClipMessage)
  })
  useEffect(() => {
    const joined = new BroadcastChannel(CLIP_CHANNEL)
    channel.current = joined
    joined.onmessage = ({ data }) => {
      const message = clipMessageSchema.safeParse(data).data
      if (message) hear(message)
    }
    return () => {
      joined.postMessage({ kind: 'gone', tab } satisfies ClipMessage)
      joined.close()
    }
  }, [tab])
  const unit = place?.unit
  useEffect(() => {
    if (unit !== undefined) tell()
  }, [unit])
  return null
}

/** The longest text of a unit that another tab shows, in code points. */
const LONGEST_TEXT = 300

/** Where what is handed over would go now; null where nothing can be changed. */
function placeOf(bench: Bench, tab: string): ClipPlace | null {
  const { workbench, stage, subject, openUnit, readOnly } = bench
  if (readOnly || !openUnit) return null
  const unit = searchedUnit(bench, openUnit)
  return {
    kind: 'place',
    tab,
    userId: workbench.userId,
    project: workbench.projectName,
    item: `${workbench.item.position}. ${workbench.item.title}`,
    unit: unit.key,
    unitName: capitalised(unitName(stage, subject, unit)),
    text: codePointSlice(unit.text, 0, LONGEST_TEXT),
    takes: evidencePlace(bench, unit).kind,
    query: bench.queries[unit.key] ?? '',
  }
}

/** Makes evidence of what was handed over, in one step of undo; the focus stays where it is. */
function add(bench: Bench, { userId, unit: key, address, quote, query }: Addition): { done: boolean; text: string } {
  const { workbench, subject, stage, readOnly } = bench
  const unit = subject.units.find((each) => each.key === key)
  if (readOnly || userId !== workbench.userId) return { done: false, text: 'The task is not open for changes there.' }
  if (!unit) return { done: false, text: 'It is not in the task any more. Choose where it goes once more.' }
  const place = evidencePlace(bench, unit)
  if (place.kind === 'none') return { done: false, text: 'This task takes no evidence.' }
  if (place.kind === 'list' && quote.trim() === '') return { done: false, text: 'A quotation is needed.' }
  const quoted = { quote, query, url: address }
  const act = place.kind === 'list' ? quoteIntoList(bench, place, quoted) : quoteIntoLinks(bench, place, quoted)
  if (!act) return { done: false, text: 'It is there already.' }
  bench.chooseAll(act.changes, { origin: 'chosen' })
  const where = unitName(stage, subject, place.unit)
  toast.success(`Evidence from ${hostOf(address) ?? 'the web'} added to ${where}`, {
    description: act.also ? `Answered with it: ${act.also}.` : undefined,
  })
  return { done: true, text: `Added to ${where}.` }
}
