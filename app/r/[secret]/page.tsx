import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PublicReleaseView } from '@/components/gold/releases/release/public-release-view'
import { LinkProblem } from '@/components/workspace/users/link-problem'
import { findPublicRelease } from '@/lib/gold/releases/release/queries'
import { openLink } from '@/lib/platform/server/open-link'

export const metadata: Metadata = {
  title: 'Release',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export default async function PublicReleasePage({ params }: PageProps<'/r/[secret]'>) {
  const { secret } = await params
  const { value, problem } = await openLink((address) => findPublicRelease(secret, address))
  if (value) return <PublicReleaseView secret={secret} release={value} />
  if (problem === 'throttled') return <LinkProblem problem={problem} askFor="a new one" />
  notFound()
}
