import type { StageView } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { bindings, handlers } from './handlers'
import { VerifyPanel } from './panel'
import { VerifyReadingPane } from './reading-pane'
import { severalBindings, severalHandlers } from './several-keys'

/** The second stage on the workbench: claims on the left, the open claim with its evidence on the right. */
export const verifyView: StageView = {
  ReadingPane: VerifyReadingPane,
  Panel: VerifyPanel,
  UnitForm: UnitQuestions,
  ItemForm: UnitQuestions,
  bindings: [...bindings, ...severalBindings],
  handlers: (bench) => ({ ...handlers(bench), ...severalHandlers(bench) }),
}
