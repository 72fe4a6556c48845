import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { factcheckBenchRevisionWork } from '@/lib/protocols/factcheck-bench-revision/work'
import { BestForm, BestPanel } from './best-form'
import { bindings, handlers } from './handlers'
import { RevisionsPane } from './revisions-pane'

/** Up to four revisions side by side, and the decision below them. */
export const view: ProtocolView = {
  work: factcheckBenchRevisionWork,
  stages: {
    prefer: {
      ReadingPane: RevisionsPane,
      Panel: BestPanel,
      UnitForm: BestForm,
      ItemForm: BestForm,
      bindings,
      handlers,
    },
  },
}

export const Host = viewHost(view)
