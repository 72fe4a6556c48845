import type { Bench } from '@/components/annotation/workbench/bench-context'
import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { felmReferenceAuditWork, referencesStage } from '@/lib/protocols/felm-reference-audit/work'
import { ITEM } from '@/lib/protocols/language/definition'
import { bindings } from './keys'
import { ReferencePane } from './reference-pane'

const RELIABLE = ['freeOfMisinformation', 'freeOfRumour'].map((question) => ({ unit: ITEM, question, value: true }))

/** The audit of references on the workbench: the link, what it was given for, two checks. */
export const view: ProtocolView = {
  work: felmReferenceAuditWork,
  stages: {
    [referencesStage.key]: {
      ReadingPane: ReferencePane,
      UnitForm: UnitQuestions,
      ItemForm: UnitQuestions,
      bindings,
      handlers: ({ chooseAll }: Bench) => ({ reliable: () => chooseAll(RELIABLE, { origin: 'chosen' }) }),
    },
  },
}

export const Host = viewHost(view)
