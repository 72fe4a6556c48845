'use client'

import { formatShare } from '@/components/quality/agreement/figure-format'
import { DefinitionList } from '@/components/ui/definition-list'
import { Link } from '@/components/ui/link'
import { ItemView } from '@/components/workspace/items/item-view'
import type { UnitDistribution } from '@/lib/quality/distributions/contract'
import type { ItemView as Item } from '@/lib/workspace/items/contract'

interface ItemWithLabelsProps {
  item: Item
  /** None for those who may not know how single units were answered. */
  labels: readonly UnitDistribution[]
}

/** One item, with how annotators labelled each unit below its gold. */
export function ItemWithLabels({ item, labels }: ItemWithLabelsProps) {
  const ofUnit = (stage: string, unit: string) => labels.filter((each) => each.stage === stage && each.unit === unit)
  return (
    <ItemView
      initialData={item}
      unitDetails={(stage, unit) => <UnitLabels projectId={item.projectId} labels={ofUnit(stage, unit)} />}
    />
  )
}

function UnitLabels({ projectId, labels }: { projectId: string; labels: readonly UnitDistribution[] }) {
  if (labels.length === 0) return null
  return (
    <section className="mt-3 border-line border-t pt-2">
      <h3 className="mb-1 text-muted text-xs">Labels of annotators</h3>
      <DefinitionList
        items={labels.map(({ stage, measure, asked, labels: given, entropy }) => ({
          term: measure.title,
          description: (
            <>
              {given
                .filter(({ count }) => count > 0)
                .map(({ text, count, share }) => `${text} ${count} (${formatShare(share)})`)
                .join(', ')}
              <span className="text-muted">
                {' '}
                · {given.reduce((sum, { count }) => sum + count, 0)} of {asked} answered · entropy {entropy.toFixed(2)}{' '}
                bits ·{' '}
                <Link
                  href={`/projects/${projectId}/agreement/${stage}/${measure.key}/distributions`}
                  aria-label={`All units by ${measure.title}`}
                >
                  all units
                </Link>
              </span>
            </>
          ),
        }))}
      />
    </section>
  )
}
