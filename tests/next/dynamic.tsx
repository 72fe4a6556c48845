/**
 * `next/dynamic` as tests of components see it (an alias in vitest.config.ts). What is loaded apart is loaded with the file;
 * tests/setup-hooks.ts waits for it before the first test.
 */
import type { ComponentType } from 'react'

export default function dynamic(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  let Loaded: ComponentType<object> | null = null
  void load().then((component) => {
    Loaded = component
  })
  return (props) => Loaded && <Loaded {...props} />
}
