'use client'
import { useState } from 'react'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { getProgressEndpoint, type Progress } from '@/lib/quality/progress/contract'
import { BurnUpPanel } from './burn-up-panel'
import { CostPanel } from './cost-panel'
import { FieldsTable } from './fields-table'
import { ForecastTable } from './forecast-table'

interface ProgressViewProps {
  data: Progress
  /** As it stands in the address. */
  initialRate: string
}

/** How far the project is, when it will be done, and what it takes. */
export function ProgressView({ data, initialRate }: ProgressViewProps) {
  const { project, stages, by, today, rules } = data
  const [rate, setRate] = useState(initialRate)
  const begun = stages.some(({ points }) => points.length > 0)
  const changeRate = (text: string) => {
    setRate(text)
    const address = new URL(window.location.href)
    if (text === '') address.searchParams.delete('rate')
    else address.searchParams.set('rate', text)
    window.history.replaceState(null, '', address)
  }
  return (
    <div className="report">
      <PageHeader
        title="Progress"
        description="How far each stage is, when it will be done at the pace of late, and what time it takes."
        actions={
          <DownloadLink href={urlFor(getProgressEndpoint, { params: { projectId: project.id }, query: { by } })}>
            Figures as JSON
          </DownloadLink>
        }
      />
      {begun ? (
        <div className="space-y-8">
          <ByChoice projectId={project.id} by={by} rate={rate} />
          {stages.map((stage) => (
            <section key={stage.key} aria-labelledby={`stage-${stage.key}`} className="space-y-4">
              <h2 id={`stage-${stage.key}`} className="font-semibold text-lg">
                {stage.title}
              </h2>
              <BurnUpPanel projectId={project.id} stage={stage} by={by} today={today} />
              <ForecastTable stage={stage} />
              {stage.fields.length === 0 ? null : (
                <Panel
                  title={
                    <>
                      Time per decision<span className="sr-only"> in {stage.title}</span>
                    </>
                  }
                  headingLevel={3}
                >
                  <FieldsTable stage={stage} />
                </Panel>
              )}
            </section>
          ))}
          <RateField rate={rate} onChange={changeRate} />
          <CostPanel stages={stages} rate={rateOf(rate)} />
        </div>
      ) : (
        <EmptyState title="There are no items yet">
          Import items, and their way through the stages shows here.
        </EmptyState>
      )}
      <FigureRules rules={rules} />
    </div>
  )
}

/** What an hour costs; null while nothing or no number stands there. */
function rateOf(text: string): number | null {
  const rate = Number(text.replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(rate) || rate < 0 ? null : rate
}

function ByChoice({ projectId, by, rate }: { projectId: string; by: Progress['by']; rate: string }) {
  const href = (value: string) =>
    `/projects/${projectId}/progress?${new URLSearchParams({ by: value, ...(rate === '' ? {} : { rate }) })}`
  return (
    <nav aria-label="Days or weeks" className="flex gap-2 print:hidden">
      {(['day', 'week'] as const).map((value) => (
        <ButtonLink
          key={value}
          href={href(value)}
          size="sm"
          variant={value === by ? 'primary' : 'secondary'}
          aria-current={value === by ? 'true' : undefined}
          scroll={false}
        >
          {value === 'day' ? 'By day' : 'By week'}
        </ButtonLink>
      ))}
    </nav>
  )
}

function RateField({ rate, onChange }: { rate: string; onChange: (text: string) => void }) {
  const wrong = rate.trim() !== '' && rateOf(rate) === null
  return (
    <Field
      label="Cost of an hour"
      hint="In any currency. It stays in the address of this page and is stored nowhere."
      error={wrong ? 'Write a number from 0, such as 25.' : undefined}
      className="max-w-60 print:hidden"
    >
      <Input inputMode="decimal" value={rate} maxLength={20} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
