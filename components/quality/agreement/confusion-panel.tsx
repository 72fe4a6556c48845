'use client'

import { useState } from 'react'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import type { Figures, RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { ConfusionTable } from './confusion-table'
import { unitsOf } from './figure-format'
import { PairFigures } from './pair-figures'
import { pairKey, pairName } from './pair-words'
import { raterName, type Shown } from './shown'

const ALL = 'all'

interface ConfusionPanelProps {
  shown: Shown
  stage: string
  figures: Figures
  pairs: readonly PairView[]
  references: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Which values met on the same unit: over all pairs of ratings, or for two raters, with all figures of these two. */
export function ConfusionPanel(props: ConfusionPanelProps) {
  const { shown, stage, figures, pairs, references, raters, pending } = props
  const [chosen, setChosen] = useState(ALL)
  const pair = [...pairs, ...references].find((each) => pairKey(each) === chosen) ?? null
  const option = (each: PairView) => ({ value: pairKey(each), label: pairName(raters, each) })
  const groups = [
    { label: 'Annotators', options: pairs.map(option) },
    { label: 'Annotators with gold and models', options: references.map(option) },
  ].filter(({ options }) => options.length > 0)
  return (
    <Panel
      title="Which values met"
      description={
        pair
          ? `${pairName(raters, pair)}: ${unitsOf(pair.n, shown.measure.unitOfAnalysis)} rated by both. Rows: ${raterName(raters, pair.first)}; columns: ${raterName(raters, pair.second)}.`
          : 'Every pair of ratings of one unit counts once, whoever gave which. Agreement is on the diagonal.'
      }
      actions={
        <Select
          label="Whose ratings"
          className="w-auto max-w-72"
          options={[{ value: ALL, label: 'All pairs of annotators' }, ...groups]}
          value={pair ? chosen : ALL}
          onValueChange={setChosen}
        />
      }
    >
      <ConfusionTable shown={shown} raters={raters} cells={pair ? pair.confusion : figures.confusion} pair={pair} />
      {pair ? <PairFigures shown={shown} stage={stage} pair={pair} raters={raters} pending={pending} /> : null}
    </Panel>
  )
}
