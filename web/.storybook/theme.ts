export type Theme = 'system' | 'light' | 'dark'

const conditions: Record<Theme, string> = {
  system: '(prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'all',
}

/** Shows the light or dark theme whatever the system prefers, by changing when the dark tokens apply. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSMediaRule && rule.cssText.includes('--color-paper:')) {
        rule.media.mediaText = conditions[theme]
      }
    }
  }
}
