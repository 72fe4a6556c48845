import type { StageView } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { DecomposePanel } from './panel'
import { SentencesPane } from './sentences-pane'
import { bindings, handlers } from './several-keys'

/** The first stage on the workbench: numbered sentences on the left, the open one with its claims on the right. */
export const decomposeView: StageView = {
  ReadingPane: SentencesPane,
  Panel: DecomposePanel,
  UnitForm: UnitQuestions,
  ItemForm: UnitQuestions,
  // Beyond what options, lists and fields bring.
  bindings,
  handlers,
}
