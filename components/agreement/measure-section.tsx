'use client'

import { useState } from 'react'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import type { Agreement, Figures, MeasureView } from '@/lib/agreement/contract'
import { standing } from '@/lib/agreement/rules'
import { AlphaScale } from './alpha-scale'
import { ConfusionPanel } from './confusion-panel'
import { DomainTable } from './domain-table'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, unitsOf } from './figure-format'
import { PeopleMatrix } from './people-matrix'
import { PrevalencePanel } from './prevalence-panel'
import { shownOf } from './shown'

const ALL = 'all'

interface MeasureSectionProps {
  agreement: Agreement
  measure: MeasureView
  /** The key of its stage. */
  stage: string
}

/** One measure in full: over all domains, or within one. */
export function MeasureSection({ agreement, measure, stage }: MeasureSectionProps) {
  const [chosen, setChosen] = useState(ALL)
  const index = chosen === ALL ? -1 : Number(chosen)
  const domain = measure.domains[index] ?? null
  const figures = domain ?? measure.all
  const shown = shownOf(agreement, measure, stage, domain)
  const domains = measure.domains.map(({ title }, at) => ({ value: String(at), label: title }))
  return (
    <div className="space-y-6">
      <Panel
        title={measure.title}
        headingLevel={3}
        description={`Unit of analysis: ${measure.unitOfAnalysis}. ${measure.level[0]?.toUpperCase()}${measure.level.slice(1)} values. ${domain ? domain.title : 'All domains, pooled'}.`}
        actions={
          <Select
            label="Domain"
            options={[{ value: ALL, label: 'All domains' }, ...domains]}
            value={domain ? chosen : ALL}
            onValueChange={setChosen}
          />
        }
      >
        <Headline figures={figures} measure={measure} thresholds={agreement.thresholds} />
      </Panel>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <PrevalencePanel shown={shown} figures={figures} />
        <ConfusionPanel shown={shown} figures={figures} />
      </div>
      <PeopleMatrix shown={shown} figures={figures} />
      <DomainTable projectId={agreement.project.id} measure={measure} thresholds={agreement.thresholds} />
    </div>
  )
}

interface HeadlineProps {
  figures: Figures
  measure: MeasureView
  thresholds: readonly number[]
}

function Headline({ figures, measure, thresholds }: HeadlineProps) {
  const { alpha, percent } = figures
  const twice =
    figures.units === 0 ? '' : ` (${formatShare(figures.unitsWithTwo / figures.units)} rated by two annotators or more)`
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <DefinitionList
        items={[
          { term: 'Units', description: `${unitsOf(figures.units, measure.unitOfAnalysis)}${twice}` },
          { term: 'Responses', description: formatCount(figures.responses) },
          {
            term: 'Annotators',
            description: `${formatCount(figures.raters)}, ${countOf(figures.pairs.length, 'pair')} with units in common`,
          },
          {
            term: 'All ratings the same',
            description: `${formatCount(figures.unanimous)} of ${countOf(figures.unitsWithTwo, 'unit')}`,
          },
          { term: 'Percent agreement', description: <EstimateText estimate={percent} format={formatShare} /> },
          {
            term: 'Krippendorff’s alpha',
            description: <EstimateText estimate={alpha} format={formatCoefficient} />,
          },
        ]}
      />
      <div>
        <AlphaScale estimate={alpha} thresholds={thresholds} labelled />
        {alpha.interval ? <p className="mt-2 text-sm">{standing(alpha.interval)}</p> : null}
      </div>
    </div>
  )
}
