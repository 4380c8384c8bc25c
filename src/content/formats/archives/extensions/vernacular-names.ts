import { detach, intern } from '../taxa/detached-text.ts';
import { isYes } from '../taxa/words.ts';
import { type Extension, languageOf } from './extension.ts';

export const vernacularNames: Extension = {
  terms: ['vernacularName', 'language', 'isPreferredName'],
  read(row, taxon, context) {
    const name = row.value('vernacularName');
    if (name === '') {
      context.reports.passOver(row.place('vernacularName'), 'Rows have no name in them.');
      return;
    }
    const language = intern(languageOf(row, context));
    taxon.vernaculars.push({ name: detach(name), language, isPreferred: isYes(row.value('isPreferredName')) });
    taxon.comesFrom(row, 'vernacularName');
  },
};
