const key = 'setting-up'

/** Whether somebody follows the set-up in this tab, so that each page leads on to the next step. */
export const isSettingUp = (): boolean => {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Begins to lead from step to step, or ends it. */
export const setSettingUp = (isOn: boolean): void => {
  try {
    if (isOn) sessionStorage.setItem(key, 'yes')
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has the checklist alone.
  }
}

type Search = Readonly<Record<string, string | undefined>>
/** Whether an address opens what a step is done with: the same page of the settings, the same tab, the same task. */
export const asksFor = (address: Search, step: Search): boolean =>
  ['subMenu', 'tab', 'do'].every(key => address[key] === step[key])
