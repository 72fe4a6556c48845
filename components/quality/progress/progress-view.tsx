'use client'
import { useState } from 'react'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { Badge } from '@/components/ui/badge'
import { ChartBar } from '@/components/ui/chart-bar'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { urlFor } from '@/lib/platform/client/fetch-json'
import {
  type FieldTime,
  type Forecast,
  getProgressEndpoint,
  type Progress,
  type StageProgress,
} from '@/lib/quality/progress/contract'
import { counted } from '@/lib/text/counted'
import { BurnUpPanel } from './burn-up-panel'
import { CostPanel } from './cost-panel'
import { dayText, hoursText, secondsText } from './format-time'

const count = (value: number) => value.toLocaleString('en')
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** What a decision takes, question by question, the slowest part of the work first. */
function FieldsTable({ stage }: { stage: StageProgress }) {
  const fields = stage.fields.toSorted((a, b) => b.share - a.share)
  const slow = fields.filter((field) => field.slow)
  return (
    <>
      <p className="mb-3 max-w-prose text-sm">
        {slow.length === 0
          ? 'No question takes more than twice as much of the time as of the decisions.'
          : slowWords(slow)}
      </p>
      <Table caption={`${stage.title}: time per decision by question`}>
        <thead>
          <tr>
            <Th>Question</Th>
            <Th numeric>Decisions</Th>
            <Th numeric>Median (quartiles)</Th>
            <Th numeric>Cut at the idle limit</Th>
            <Th numeric>In all</Th>
            <Th numeric>Share of the time</Th>
            <Th>
              <span className="sr-only">Chart</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <Row key={`${field.unitText} ${field.question}`} field={field} />
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** “Label (segment)” and the like, as a sentence with what to do about it. */
function slowWords(slow: readonly FieldTime[]): string {
  const names = new Intl.ListFormat('en').format(slow.map(({ title, unitText }) => `“${title}” (${unitText})`))
  return slow.length === 1
    ? `${names} takes more than twice as much of the time as of the decisions. See whether its guideline is clear, or whether a suggestion could help.`
    : `${names} each take more than twice as much of the time as of the decisions. See whether their guidelines are clear, or whether suggestions could help.`
}

function Row({ field: { title, unitText, decisions, seconds, cut, totalSeconds, share, slow } }: { field: FieldTime }) {
  return (
    <tr>
      <Th scope="row">
        {title} {slow ? <Badge tone="warning">slow</Badge> : null}
        <span className="block font-normal text-muted text-xs">{unitText}</span>
      </Th>
      <Td numeric>{count(decisions)}</Td>
      <Td numeric>
        {seconds === null ? (
          <span className="text-muted">too few</span>
        ) : (
          <>
            <span className="font-medium">{secondsText(seconds.median)}</span>
            <span className="block whitespace-nowrap text-muted text-xs">
              {secondsText(seconds.low)} to {secondsText(seconds.high)}
            </span>
          </>
        )}
      </Td>
      <Td numeric>{seconds === null ? count(cut) : `${count(cut)} (${percent(cut / decisions)})`}</Td>
      <Td numeric>{hoursText(totalSeconds / 3600)}</Td>
      <Td numeric>{percent(share)}</Td>
      <Td>
        <ChartBar share={share} tone={slow ? 'stale' : 'accent'} index={slow ? 1 : 0} />
      </Td>
    </tr>
  )
}

const ROWS = [
  { key: 'revealed', text: 'All annotated' },
  { key: 'gold', text: 'All gold' },
] as const

/** When a stage will be done, with the range of the runs. */
function ForecastTable({ stage }: { stage: StageProgress }) {
  return (
    <Table caption={`When ${stage.title} will be done`}>
      <thead>
        <tr>
          <Th>Done</Th>
          <Th numeric>Left</Th>
          <Th>Forecast (UTC)</Th>
          <Th>Drawn from</Th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ key, text }) => {
          const forecast = stage.forecasts[key]
          return (
            <tr key={key}>
              <Th scope="row">{key === 'gold' && stage.votes ? 'All tallied' : text}</Th>
              <Td numeric>{forecast.left.toLocaleString('en')}</Td>
              <Td>
                <When forecast={forecast} />
              </Td>
              <Td className="text-muted">
                {forecast.days === 0
                  ? 'No days yet'
                  : `${counted(forecast.days, 'day')}, ${forecast.activeDays} of them with work`}
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function When({ forecast: { median, earliest, latest, words } }: { forecast: Forecast }) {
  if (median === null) return <span className="text-muted">{words}</span>
  return (
    <>
      <span className="font-medium">{dayText(median)}</span>
      <span className="block text-muted text-xs">
        {earliest === null ? 'later' : dayText(earliest)} to {latest === null ? 'more than two years' : dayText(latest)}
      </span>
    </>
  )
}

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
        description="How far each stage is, when it will be done at the recent pace, and how much time it takes."
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
