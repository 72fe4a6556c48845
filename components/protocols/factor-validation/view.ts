import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { factorValidationWork } from '@/lib/protocols/factor-validation/work'
import { ContradictionForm } from './contradiction-form'
import { bindings, handlers } from './handlers'
import { FactorReadingPane } from './reading-pane'

/** FACTOR's contradictions on the workbench: the example on the left, the open contradiction on the right. */
export const view: ProtocolView = {
  work: factorValidationWork,
  stages: {
    validate: {
      ReadingPane: FactorReadingPane,
      UnitForm: ContradictionForm,
      ItemForm: UnitQuestions,
      bindings,
      handlers,
    },
  },
}

export const Host = viewHost(view)
