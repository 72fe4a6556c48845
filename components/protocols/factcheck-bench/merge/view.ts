import type { StageView } from '@/components/annotation/workbench/stage-view'
import { FatesOf } from './claim-fates'
import { bindings, handlers } from './handlers'
import { MergeReadingPane } from './reading-pane'
import { MergeResponseForm } from './response-form'
import { MergeSentenceForm } from './sentence-form'

/** The third stage on the workbench: original sentences on the left, the open one and the whole response on the right. */
export const mergeView: StageView = {
  ReadingPane: MergeReadingPane,
  UnitForm: MergeSentenceForm,
  ItemForm: MergeResponseForm,
  bindings,
  handlers,
  Beside: FatesOf,
}
