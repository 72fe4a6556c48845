import { ButtonLink } from '@/components/ui/link'
import type { Dataset } from '@/lib/gold/dataset/contract'

/** Chooses the rule by which items' labels are counted; the address keeps it. */
export function RuleSwitch({ data }: { data: Dataset }) {
  const shown = data.rules.find(({ key }) => key === data.rule)
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
      {shown ? <p className="max-w-prose text-muted text-sm">{shown.description}</p> : null}
    </nav>
  )
}
