// All views of the explorer as a visitor may meet them: which there are, how wide, and whether anything sticks out.

export const WIDTHS = [390, 768, 1280, 1920];
/** What is left of windows at twice the size of everything, and of the narrowest that must do. */
export const ZOOMED_WIDTHS = [320, 384, 640, 960];
export const LANGUAGES = ['en', 'es'] as const;
export const SCHEMES = ['light', 'dark'] as const;

/** Addresses by the name of the view. */
export function viewsOf([first = 'none', second = 'none', third = 'none']: readonly string[]): Record<string, string> {
  return {
    list: '?',
    table: '?as=table',
    map: '?map=shown',
    nothing: '?search=zzzzzz&family=Nowhereaceae',
    families: '?view=families',
    calendar: '?view=calendar',
    tree: `?tree=${first}`,
    missing: '?tree=there-is-none',
    compare: `?compare=${first}&compare=${second}&compare=${third}`,
    print: `?print=${first}&print=${second}`,
    changes: '?view=changes',
  };
}

/** What is wider than the window, where anything is. */
export const STICKING_OUT = `(() => {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
  return [scrollWidth + ' px', ...wide.slice(0, 5).map((each) => each.tagName + '.' + each.className)];
})()`;
