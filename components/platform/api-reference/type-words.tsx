import type { TypeWord } from '@/lib/platform/api/reference'

/** Where a component is described on the page of its tag. */
export const schemaAnchor = (name: string): string => `schema-${name}`

/** A type in words; names of components lead to their description further down. */
export function TypeWords({ type }: { type: readonly TypeWord[] }) {
  const words = type.map((word, index) => ({ ...word, key: `${index} ${word.text}` }))
  return (
    <span dir="ltr" className="break-words font-mono text-[0.8125rem]">
      {words.map(({ key, text, schema }) =>
        schema ? (
          <a
            key={key}
            href={`#${schemaAnchor(schema)}`}
            className="rounded-sm text-accent-text underline decoration-from-font underline-offset-3 hover:decoration-2"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </span>
  )
}
