import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { OutsideLink } from '@/components/ui/link'

const COMPONENTS: Components = {
  h1: ({ children }) => <h3 className="mt-6 mb-2 font-semibold text-lg first:mt-0">{children}</h3>,
  h2: ({ children }) => <h4 className="mt-6 mb-2 font-semibold text-base first:mt-0">{children}</h4>,
  h3: ({ children }) => <h5 className="mt-4 mb-1.5 font-semibold first:mt-0">{children}</h5>,
  h4: ({ children }) => <h6 className="mt-4 mb-1.5 font-semibold first:mt-0">{children}</h6>,
  h5: ({ children }) => <p className="mt-4 mb-1.5 font-semibold">{children}</p>,
  h6: ({ children }) => <p className="mt-4 mb-1.5 font-semibold">{children}</p>,
  p: ({ children }) => <p className="my-2.5 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2.5 list-disc space-y-1 ps-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-2.5 list-decimal space-y-1 ps-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote className="my-3 border-control border-s-2 ps-4">{children}</blockquote>,
  hr: () => <hr className="my-5 border-line" />,
  code: ({ children }) => <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{children}</code>,
  pre: ({ children }) => (
    <pre dir="ltr" className="my-3 whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 text-sm">
      {children}
    </pre>
  ),
  table: ({ children }) => <table className="my-3 w-full border-collapse text-sm">{children}</table>,
  th: ({ children }) => <th className="border border-line bg-sunken px-2.5 py-1.5 text-start">{children}</th>,
  td: ({ children }) => <td className="border border-line px-2.5 py-1.5 align-top">{children}</td>,
  a: ({ children, href }) => <OutsideLink href={href ?? ''}>{children}</OutsideLink>,
  // A picture would tell its server who reads when; its description stays.
  img: ({ alt }) => <span>[{alt || 'picture'}]</span>,
}

/** People's Markdown as text: raw HTML is shown, not run; links open elsewhere; headings fit below the page's own. */
export function GuidelineMarkdown({ children }: { children: string }) {
  return (
    <div dir="auto" className="reading">
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {children}
      </Markdown>
    </div>
  )
}
