import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Table, Td, Th } from '@/components/ui/table'
import { type Dataset, getDatasetEndpoint } from '@/lib/gold/dataset/contract'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { DatasetPanel } from './dataset-panel'

/** How much gold each stage has, and where it came from. */
function GoldCounts({ data }: { data: Dataset }) {
  const words = [...new Set(data.stages.map(({ votes }) => (votes ? 'Tallied' : 'Gold')))]
  const word = words.length === 1 ? words[0] : 'Gold or tallied'
  return (
    <section aria-labelledby="gold-heading" className="space-y-3">
      <h2 id="gold-heading" className="font-semibold text-lg">
        {word} by stage
      </h2>
      <Table caption={`${word} by stage`}>
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th numeric>{word}</Th>
            <Th numeric>Imported</Th>
            <Th numeric>Rated by a single annotator</Th>
          </tr>
        </thead>
        <tbody>
          {data.stages.map(({ key, title, golds, imported, singleRated }) => (
            <tr key={key}>
              <Th scope="row">{title}</Th>
              {[golds, imported, singleRated].map((count, index) => (
                <Td key={['golds', 'imported', 'single'][index]} numeric>
                  {count.toLocaleString('en')}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** How many items were set aside, and why; nothing where none were. */
function Discarded({ discarded }: Pick<Dataset, 'discarded'>) {
  if (discarded.length === 0) return null
  return (
    <section aria-labelledby="discarded-heading" className="space-y-3">
      <h2 id="discarded-heading" className="font-semibold text-lg">
        Discarded
      </h2>
      <p className="text-muted text-sm">These items are in no figure on this page. Discarding is a result as well.</p>
      <Table caption="Discarded items by reason">
        <thead>
          <tr>
            <Th>Reason</Th>
            <Th numeric>Items</Th>
          </tr>
        </thead>
        <tbody>
          {discarded.map(({ reason, title, items }) => (
            <tr key={reason}>
              <Th scope="row">{title}</Th>
              <Td numeric>{items.toLocaleString('en')}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** Chooses the rule by which items' labels are counted; the address keeps it. */
function RuleSwitch({ data }: { data: Dataset }) {
  const selectedRule = data.rules.find(({ key }) => key === data.rule)
  return (
    <nav aria-label="Rule of roll-up" className="space-y-2">
      <h2 className="font-semibold text-lg">Rule of roll-up</h2>
      <div className="flex flex-wrap gap-2">
        {data.rules.map(({ key, title }) => (
          <ButtonLink
            key={key}
            href={`/projects/${data.project.id}/dataset?rule=${encodeURIComponent(key)}`}
            variant={key === data.rule ? 'primary' : 'secondary'}
            aria-current={key === data.rule ? 'true' : undefined}
            scroll={false}
          >
            {key === data.projectRule ? `${title} (project default)` : title}
          </ButtonLink>
        ))}
      </div>
      {selectedRule ? <p className="max-w-prose text-muted text-sm">{selectedRule.description}</p> : null}
    </nav>
  )
}

/** What a project's gold consists of, in the tables and figures of its protocol's paper. */
export function DatasetView({ data }: { data: Dataset }) {
  const { project, panels, rule } = data
  // The paper’s figures say something beside a published file, not beside gold made here.
  const isImported = data.stages.every(({ golds, imported }) => golds === imported)
  const titles = new Map(data.rules.map(({ key, title }) => [key, title]))
  const json = urlFor(getDatasetEndpoint, { params: { projectId: project.id }, query: { rule } })
  return (
    <>
      <PageHeader
        title="Dataset"
        description="What the gold consists of, stage by stage. Every figure opens the items it counts."
        actions={
          <>
            <ButtonLink href={`/projects/${project.id}/checks`}>Checks</ButtonLink>
            <DownloadLink href={json}>Figures as JSON</DownloadLink>
          </>
        }
      />
      {data.items === 0 ? (
        <EmptyState title="There is no gold yet">
          Figures appear here when the first task has become gold, or when labelled records were imported as gold.
        </EmptyState>
      ) : (
        <div className="space-y-8">
          <GoldCounts data={data} />
          <Discarded discarded={data.discarded} />
          {data.rules.length > 1 ? <RuleSwitch data={data} /> : null}
          {data.overridden > 0 ? (
            <Callout>
              {data.overridden === 1 ? 'The label of 1 item was' : `The labels of ${data.overridden} items were`} set by
              hand. Figures by a rule count what the rule says; what was set by hand, and why, stands under{' '}
              <Link href={`/projects/${project.id}/checks`}>Checks</Link>.
            </Callout>
          ) : null}
          {panels.length === 0 ? (
            <EmptyState title="Nothing to draw yet">
              The protocol counts gold of other stages. Go on with the next stage, and its figures appear here.
            </EmptyState>
          ) : (
            <section aria-labelledby="figures-heading" className="space-y-6">
              <h2 id="figures-heading" className="font-semibold text-lg">
                What the gold consists of
              </h2>
              {panels.map((panel) => (
                <DatasetPanel
                  key={panel.key}
                  projectId={project.id}
                  panel={panel}
                  rule={rule}
                  withPrinted={isImported}
                  ruleTitle={panel.rule === null ? null : (titles.get(panel.rule) ?? panel.rule)}
                />
              ))}
            </section>
          )}
        </div>
      )}
    </>
  )
}
