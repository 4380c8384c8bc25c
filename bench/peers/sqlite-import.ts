// Imports a generated catalogue into SQLite, and says how long that took: without the rows, which were made before.

import { generateTrees } from '../generate.ts';
import { rowsOf } from './rows.ts';
import { fill, openDatabase } from './sqlite-fill.ts';

const [, , path, species] = process.argv;
const rows = [...generateTrees(Number(species))].flatMap(rowsOf);
const database = openDatabase(path);
const [start, used] = [performance.now(), process.cpuUsage()];
fill(database, rows);
database.close();
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ milliseconds: performance.now() - start, processorMilliseconds: (user + system) / 1000 }));
