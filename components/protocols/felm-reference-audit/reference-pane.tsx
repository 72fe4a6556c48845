'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { Part } from '@/components/protocols/part'
import { ExternalLink } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { contentOf } from '@/lib/protocols/felm-reference-audit/content'
import { OWN_KEYS } from './keys'

/** What is read: the link, to be opened beside; the segments it was given for; prompt and response. */
export function ReferencePane() {
  const { subject, readOnly } = useBench()
  const { url, about, segments, prompt, response } = contentOf(subject.content)
  return (
    <div className="space-y-6">
      <Part title="Reference">
        <p>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            dir="ltr"
            className="wrap-anywhere inline-flex min-h-6 items-baseline gap-1 text-accent-text underline"
          >
            {url}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">(opens beside)</span>
          </a>
        </p>
        {about === null ? null : (
          <p dir="auto" className="mt-1 text-muted text-sm">
            {about}
          </p>
        )}
        {readOnly ? null : (
          <p className="mt-1 text-muted text-sm">
            Press <Kbd of={OWN_KEYS.reliable} /> when it is free of both.
          </p>
        )}
      </Part>
      <Part title="Given for">
        {segments.length === 0 ? (
          <p className="text-muted text-sm">The response as a whole.</p>
        ) : (
          <ul className="list-disc space-y-1 ps-5">
            {segments.map((text) => (
              <li key={text} dir="auto" className="reading">
                {text.trim()}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Prompt">
        <p dir="auto" className="reading whitespace-pre-wrap">
          {prompt}
        </p>
      </Part>
      <Part title="Response">
        <p dir="auto" className="reading whitespace-pre-wrap">
          {response}
        </p>
      </Part>
    </div>
  )
}
