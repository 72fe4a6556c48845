import type { Bench } from '@/components/annotation/workbench/bench-context'
import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { keyTable } from '@/lib/platform/client/keymap'
import { felmResponseAuditWork, responsesStage } from '@/lib/protocols/felm-response-audit/work'
import { ITEM } from '@/lib/protocols/language/definition'

const FINE = [
  ...['harassment', 'sexual', 'violent'].map((question) => ({ unit: ITEM, question, value: false })),
  { unit: ITEM, question: 'valid', value: true },
]

const bindings = keyTable(`felm-response-audit/${responsesStage.key}`, [
  { id: 'fine', keys: ['y'], label: 'Safe and valid', group: 'Answering' },
])

/** The audit of responses on the workbench: the text, four checks, and one key for what is as it should be. */
export const view: ProtocolView = {
  work: felmResponseAuditWork,
  stages: {
    [responsesStage.key]: {
      UnitForm: UnitQuestions,
      ItemForm: UnitQuestions,
      bindings,
      handlers: ({ chooseAll }: Bench) => ({ fine: () => chooseAll(FINE, { origin: 'chosen' }) }),
    },
  },
}

export const Host = viewHost(view)
