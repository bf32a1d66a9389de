import type { Component } from '@firebase/component'

// How the client's own parts find each other: there at run time, and left out of its public types.
declare module '@firebase/component' {
  interface NameServiceMapping {
    'messaging-internal': { getToken(): Promise<string> }
  }
}
declare module '@firebase/app' {
  export function _registerComponent(component: Component<'messaging-internal'>): boolean
}
