import type { Bench } from '@/components/annotation/workbench/bench-context'
import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { errorTypeOptions, felmWork } from '@/lib/protocols/felm/work'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { ItemForm, SegmentForm } from './forms'

type FelmKey = `wrong-${string}` | 'restTrue' | 'reason' | 'link' | 'itemLink'

const bindings = keyTable<FelmKey>('felm/segments', [
  ...errorTypeOptions.map(
    ({ value, key, text }): KeyBinding<FelmKey> => ({
      id: `wrong-${value}`,
      keys: [key],
      label: `While there is no label, false at once: ${text}`,
      group: 'Answering',
    }),
  ),
  { id: 'restTrue', keys: ['shift+t'], label: 'All segments without a label are true', group: 'Answering' },
  { id: 'reason', keys: ['r'], label: 'Write the reason', group: 'Answering' },
  { id: 'link', keys: ['l'], label: 'Add a link to the segment', group: 'Answering' },
  { id: 'itemLink', keys: ['shift+l'], label: 'Add a link to the whole response', group: 'Answering' },
])

function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const { subject, answers, openUnit, chooseAll, go } = bench
  const item = subject.units.find((unit) => unit.kind === 'item')
  const unlabelled = subject.units.filter(
    (unit) => isAskedFor(bench, unit, 'label') && answerOf(answers, unit.key, 'label') === null,
  )
  const open = openUnit && unlabelled.includes(openUnit) && isTypeAsked(subject) ? openUnit.key : null
  // One stroke for two decisions, undone as one; the reason comes next.
  const wrong = (unit: string, type: string) => () => {
    const changes = [
      { unit, question: 'label', value: false },
      { unit, question: 'errorType', value: type },
    ]
    chooseAll(changes, { origin: 'chosen' })
    go({ unit, question: 'reason' })
  }
  const field = (unit: UnitDraft | undefined, question: string) =>
    unit && isAskedFor(bench, unit, question) ? () => go({ unit: unit.key, question }) : undefined
  return {
    ...Object.fromEntries(
      errorTypeOptions.map(({ value }) => [`wrong-${value}`, open === null ? undefined : wrong(open, String(value))]),
    ),
    restTrue:
      unlabelled.length > 0
        ? () => chooseAll(unlabelled.map((unit) => ({ unit: unit.key, question: 'label', value: true })))
        : undefined,
    reason: field(openUnit, 'reason') ?? field(openUnit, 'removeNote'),
    link: field(openUnit, 'links'),
    itemLink: field(item, 'links'),
  }
}

const isTypeAsked = (subject: Bench['subject']) => !isFixedDomain(contentOf(subject.content))

function isAskedFor({ survey }: Bench, unit: UnitDraft, question: string): boolean {
  return survey.units.get(unit.key)?.asked.some((askedQuestion) => askedQuestion.key === question) ?? false
}

/** FELM on the workbench: a form for the open segment, one for the item, and the keys between them. */
export const view: ProtocolView = {
  work: felmWork,
  stages: { segments: { UnitForm: SegmentForm, ItemForm, bindings, handlers } },
}

export const Host = viewHost(view)
