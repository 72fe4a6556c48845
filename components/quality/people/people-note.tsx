import { Callout } from '@/components/ui/callout'
import type { People } from '@/lib/quality/people/contract'
import { counted } from '@/lib/text/counted'

/** How the figures are made; always printed with them. */
export function PeopleNote({ people }: { people: People }) {
  return (
    <section aria-labelledby="people-rules" className="max-w-prose space-y-2 text-muted text-sm">
      {people.awaited > 0 ? (
        <Callout>
          {counted(people.awaited, 'task')} {people.awaited === 1 ? 'is' : 'are'} still being counted; the figures
          follow in a moment.
        </Callout>
      ) : null}
      <h2 id="people-rules" className="font-semibold text-base text-ink">
        How these figures are made
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {people.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
