import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { veriscorePreferenceWork } from '@/lib/protocols/veriscore-preference/work'
import { ChoiceForm, ChoicePanel } from './choice-form'
import { ListsPane } from './lists-pane'

/** Two lists side by side, and the decision below them. The keys are those of the options. */
export const view: ProtocolView = {
  work: veriscorePreferenceWork,
  stages: {
    choose: {
      ReadingPane: ListsPane,
      Panel: ChoicePanel,
      UnitForm: ChoiceForm,
      ItemForm: ChoiceForm,
      bindings: [],
      handlers: () => ({}),
    },
  },
}

export const Host = viewHost(view)
