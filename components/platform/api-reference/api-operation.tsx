import { CodeBlock } from '@/components/ui/code-block'
import { Folded } from '@/components/ui/folded'
import { Link } from '@/components/ui/link'
import type { ReferenceOperation } from '@/lib/platform/api/reference'
import { FieldTable } from './field-table'
import { TypeWords } from './type-words'

/** One operation: what it is for, what it takes, a request, what comes of it. */
export function ApiOperation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, access, parameters, body, answers, failures, curl } = operation
  return (
    <section aria-labelledby={id} className="space-y-3 border-line border-t pt-6">
      <div>
        <h2 id={id} className="scroll-mt-24 font-semibold text-lg">
          {summary}
        </h2>
        <p dir="ltr" className="mt-1 break-words font-mono text-sm">
          <strong>{method}</strong> {path}
        </p>
        <p className="mt-1 text-muted text-sm">
          {access} In clients it is called <code className="font-mono">{id}</code>.
        </p>
      </div>
      {parameters.length > 0 ? <FieldTable caption={`Parameters of ${id}`} fields={parameters} /> : null}
      {body ? (
        <p className="text-sm">
          Body: <TypeWords type={body.type} />
        </p>
      ) : null}
      <CodeBlock label={`Request of ${id}`}>{curl}</CodeBlock>
      {answers.map(({ status, description, type, media, example }) => (
        <div key={status} className="space-y-2">
          <p className="text-sm">
            <strong>{status}</strong> {description} <TypeWords type={type} />
            {media.length > 0 ? <span className="text-muted"> ({media.join(', ')})</span> : null}
          </p>
          {example === undefined ? null : (
            <Folded title={`Example of the answer ${status}`}>
              <CodeBlock label={`Answer ${status} of ${id}`}>{example}</CodeBlock>
            </Folded>
          )}
        </div>
      ))}
      <p className="text-muted text-sm">
        Fails with {failures.join(', ')}: <Link href="/docs/api#failures">what they mean</Link>.
      </p>
    </section>
  )
}
