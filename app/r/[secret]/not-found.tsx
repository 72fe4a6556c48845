import { LinkProblem } from '@/components/workspace/users/link-problem'

export const metadata = { title: 'Not found' }

/** Wrong and closed links look the same. */
export default function ReleaseNotFound() {
  return <LinkProblem problem="closed" askFor="a new one" />
}
