import { expect, it } from 'vitest'
import { GoldIndex } from './gold-index'

it('finds an item whose id has blanks around it by the id without them, as lines name it', () => {
  const index = new GoldIndex()
  const target = { unit: 'item', text: null, gold: 'true', strata: {} }
  index.addItem({ position: 1, externalId: ' a', parts: null }, [target])
  index.addItem({ position: 2, externalId: 'b', parts: null }, [target])
  const places = ['a', 'b', '#1'].map((name) => index.targetsOf(name))
  expect(places).toEqual([[0], [1], [0]])
})
