import type { Bench } from '@/components/annotation/workbench/bench-context'
import { optionKey } from '@/components/annotation/workbench/keys'
import { type ProtocolView, type StageView, viewHost } from '@/components/annotation/workbench/stage-view'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keyTable } from '@/lib/platform/client/keymap'
import { CONTINUATION, FACT, ITEM, JUDGE, judgementOf } from '@/lib/protocols/factor-generation/labels'
import { factorGenerationWork } from '@/lib/protocols/factor-generation/work'
import { FactForm, JudgeItemForm, TextForm } from './forms'
import { FactPane, JudgePane } from './panes'

const bind = (id: string, key: string, label: string): KeyBinding => ({ id, keys: [key], label, group: 'Answering' })

/** Whoever writes the fact says that there is one. */
function writeFact({ chooseAll, go }: Bench): void {
  chooseAll([{ unit: ITEM, question: 'kind', value: 'fact' }], { origin: 'chosen' })
  go({ unit: ITEM, question: 'fact' })
}

const factView: StageView = {
  ReadingPane: FactPane,
  UnitForm: FactForm,
  ItemForm: FactForm,
  bindings: keyTable(`factor-generation/${FACT}`, [bind('write', 'e', 'One fact: write it')]),
  handlers: (bench) => ({
    write: () => writeFact(bench),
    [optionKey(ITEM, 'kind', 'fact')]: () => writeFact(bench),
  }),
}

/** Texts that nobody judged yet. */
const unjudged = ({ subject, answers }: Bench) =>
  subject.units.filter((unit) => unit.kind === CONTINUATION && judgementOf(answers, unit) === null)

const judgeView: StageView = {
  ReadingPane: JudgePane,
  UnitForm: TextForm,
  ItemForm: JudgeItemForm,
  bindings: keyTable(`factor-generation/${JUDGE}`, [
    bind('comment', 'w', 'Write a comment'),
    bind('restNeutral', 'shift+u', 'All texts without a judgement are neutral'),
    bind('restDropped', 'shift+c', 'The sentences do not contradict each other: drop all texts without a judgement'),
  ]),
  handlers: (bench) => {
    const rest = unjudged(bench)
    const all = (value: string) =>
      rest.length === 0
        ? undefined
        : () =>
            bench.chooseAll(
              rest.map(({ key }) => ({ unit: key, question: 'judgement', value })),
              { origin: 'bulk' },
            )
    return {
      comment: () => bench.go({ unit: ITEM, question: 'comment' }),
      restNeutral: all('neutral'),
      restDropped: all('non-contradictory'),
    }
  },
}

/** FACTOR's generated text on the workbench: first the fact, then the texts. */
export const view: ProtocolView = {
  work: factorGenerationWork,
  stages: { [FACT]: factView, [JUDGE]: judgeView },
}

export const Host = viewHost(view)
