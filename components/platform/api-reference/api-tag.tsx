import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { ReferenceTag } from '@/lib/platform/api/reference'
import { ApiOperation } from './api-operation'
import { FieldTable } from './field-table'
import { schemaAnchor, TypeWords } from './type-words'

/** All operations of one tag, and below them what they send and receive. */
export function ApiTag({ tag: { name, operations, schemas } }: { tag: ReferenceTag }) {
  return (
    <>
      <PageHeader eyebrow={<Link href="/docs/api">HTTP interface</Link>} title={titleOf(name)} />
      <div className="space-y-8">
        {operations.map((operation) => (
          <ApiOperation key={operation.id} operation={operation} />
        ))}
        {schemas.length > 0 ? (
          <section aria-labelledby="schemas" className="space-y-6 border-line border-t pt-6">
            <h2 id="schemas" className="font-semibold text-lg">
              What is sent and received
            </h2>
            {schemas.map(({ name: schema, fields, type }) => (
              <div key={schema} className="space-y-2">
                <h3 id={schemaAnchor(schema)} dir="ltr" className="scroll-mt-24 font-medium font-mono text-sm">
                  {schema}
                </h3>
                {fields.length > 0 ? (
                  <FieldTable caption={`Fields of ${schema}`} fields={fields} />
                ) : (
                  <p>
                    <TypeWords type={type} />
                  </p>
                )}
              </div>
            ))}
          </section>
        ) : null}
      </div>
    </>
  )
}

/** The tag as a heading. */
export const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
