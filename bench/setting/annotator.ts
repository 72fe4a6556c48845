/**
 * An annotator as a program: opens tasks, thinks, labels, types, changes their mind, submits, goes on to the next. Every
 * change goes through the outbox that the browser uses, with the browser's own way of sending; what is kept survives the
 * program's sudden ends.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { answersTransport } from '@/lib/annotation/annotations/answers-outbox'
import {
  openNextTaskEndpoint,
  openWorkbenchEndpoint,
  submitAnnotationEndpoint,
  type Workbench,
} from '@/lib/annotation/annotations/contract'
import { Outbox, type OutboxTransport } from '@/lib/annotation/outbox/outbox'
import { entryKey } from '@/lib/annotation/outbox/outbox-entry'
import type { Json } from '@/lib/protocols/protocol'
import type { Chance } from '@/tests/simulation/chance'
import { insist, type Line, onLine } from './browser-line'
import { fieldKey, type Journal } from './journal'

const LOOK_AGAIN_MS = 100

export interface AnnotatorOptions extends Line {
  projectId: string
  chance: Chance
  journal: Journal
  /** Milliseconds between two decisions. */
  think(): number
}

export class Annotator {
  /** By how much this person's clock is wrong. */
  clockShiftMs = 0
  /** Saves that this person was told of, and tasks submitted. */
  acknowledged = 0
  submitted = 0
  private isOver = false
  /** As the server told it with the first task. */
  private userId = ''
  private readonly kept = new Map<string, string>()
  private readonly revisions = new Map<string, number>()
  private outbox: Outbox

  constructor(private readonly options: AnnotatorOptions) {
    this.outbox = this.openOutbox()
  }

  /** The page is gone without a word and comes back: what is kept on the device is all there is. */
  reload(): void {
    this.outbox.stop()
    this.outbox = this.openOutbox()
  }

  /** Works task by task, until `finish` or nothing is left. */
  async work(): Promise<void> {
    while (!this.isOver) {
      const params = { projectId: this.options.projectId }
      const { taskId, workbench } = await insist(this.options, openNextTaskEndpoint, { params })
      if (!taskId) return
      await this.doTask(workbench ?? (await insist(this.options, openWorkbenchEndpoint, { params: { taskId } })))
    }
    this.outbox.stop()
  }

  /** Ends after the task at hand. */
  finish(): void {
    this.isOver = true
  }

  /** Sends nothing any more. */
  leave(): void {
    this.finish()
    this.outbox.stop()
  }

  private openOutbox(): Outbox {
    const { kept } = this
    const outbox = new Outbox({
      storage: {
        read: () => [...kept],
        get: (key) => kept.get(key) ?? null,
        write: (key, text) => Boolean(kept.set(key, text)),
        remove: (key) => void kept.delete(key),
      },
      clock: {
        now: () => performance.now(),
        timeOfDay: () => Date.now() + this.clockShiftMs,
        after: (ms, wake) => {
          const timer = setTimeout(wake, ms)
          return () => clearTimeout(timer)
        },
      },
      transport: this.send,
      random: () => this.options.chance.index(1_000) / 1_000,
    })
    outbox.onServerValue((annotationId, { unit, question, revision }) =>
      this.revisions.set(fieldKey({ annotationId, unit, question }), revision),
    )
    return outbox
  }

  private readonly send: OutboxTransport = async ({ taskId, annotationId }, entries, options) => {
    const { journal } = this.options
    for (const { unit, question, value, base } of entries)
      journal.write({ kind: 'sent', annotationId, unit, question, value, base })
    const send = answersTransport(this.userId)
    const outcomes = await onLine(this.options, () => send({ taskId, annotationId }, entries, options))
    for (const outcome of outcomes) {
      if (outcome.status !== 'saved') continue
      const { unit, question, value, revision } = outcome
      journal.write({ kind: 'saved', annotationId, unit, question, value, revision })
      this.acknowledged += 1
    }
    return outcomes
  }

  private async doTask(bench: Workbench): Promise<void> {
    if (bench.mode !== 'editing') return
    this.userId = bench.userId
    for (const unit of bench.units) await this.answer(bench, unit)
    await this.drain(bench.annotationId)
    await this.submit(bench)
    this.submitted += 1
  }

  private async answer(bench: Workbench, { key, kind }: Workbench['units'][number]): Promise<void> {
    const { chance } = this.options
    if (kind === 'item') return this.put(bench, key, 'action', 'keep')
    const isTrue = chance.happens(0.6)
    if (chance.happens(0.3)) await this.put(bench, key, 'label', !isTrue)
    await this.put(bench, key, 'label', isTrue)
    if (isTrue) return
    await this.put(bench, key, 'errorType', chance.pick(['knowledge_error', 'reasoning_error']))
    let text = `Said ${chance.index(1_000_000)}`
    for (let words = 2 + chance.index(3); words > 0; words--) {
      text += ` word${chance.index(1_000)}`
      await this.put(bench, key, 'reason', text)
    }
  }

  private async put(bench: Workbench, unit: string, question: string, value: Json): Promise<void> {
    const { taskId, annotationId, answers } = bench
    const typing = question === 'reason'
    await pause(this.options.think())
    const field = { annotationId, unit, question }
    const held = answers.find((answer) => answer.unit === unit && answer.question === question)
    const revision = Math.max(this.revisions.get(fieldKey(field)) ?? 0, held?.revision ?? 0)
    this.options.journal.write({ kind: 'wanted', ...field, value })
    const change = { taskId, ...field, value, suggestionId: null }
    this.outbox.put({ ...change, origin: typing ? 'typed' : 'chosen' }, revision, { typing })
  }

  /** Nothing is submitted before everything is saved. */
  private async drain(annotationId: string): Promise<void> {
    for (;;) {
      await this.outbox.flush(annotationId)
      const left = this.outbox.entries(annotationId)
      if (left.length === 0) return
      for (const entry of left)
        if (entry.conflict || entry.refused) {
          const { unit, question, conflict, refused } = entry
          const why = refused ?? `holds ${JSON.stringify(conflict)} for ${JSON.stringify(entry.value)}`
          this.options.journal.write({ kind: 'trouble', annotationId, unit, question, why })
          this.outbox.settle(entryKey(entry), 'mine')
        }
      await pause(LOOK_AGAIN_MS)
    }
  }

  private async submit({ taskId, annotationId }: Workbench): Promise<void> {
    const { journal } = this.options
    await insist(this.options, submitAnnotationEndpoint, { params: { taskId }, body: { annotationId } })
    journal.write({ kind: 'submitted', annotationId })
  }
}

/** Says of everybody who got nothing done; a round without work shows nothing. */
export const idlersAmong = (annotators: readonly Annotator[]): string[] =>
  annotators.flatMap(({ acknowledged, submitted }, index) =>
    acknowledged > 0 && submitted > 0
      ? []
      : [`person ${index + 1}: ${acknowledged} acknowledged writes, ${submitted} tasks submitted`],
  )
