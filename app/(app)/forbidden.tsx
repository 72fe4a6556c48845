import { NothingHere } from '@/components/shell/nothing-here'

export const metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return <NothingHere why="refused" />
}
