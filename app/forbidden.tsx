import { NothingHere } from '@/components/shell/nothing-here'

export const metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return (
    <main id="main" className="p-4">
      <NothingHere why="refused" />
    </main>
  )
}
