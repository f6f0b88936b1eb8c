"""Builds the library with all mutants in it and runs for each the tests that reach it; see docs/mutation.md.

scripts/mutants-all.sh calls this with, in the environment: WORK, the folder for all that is written; FILE, a file or
glob, or nothing for all; FEATURES, SDL_CFLAGS and SDL_LIBS, words for cargo and the C compiler CC. With SECOND, the
seconds of processor time that a mutant may take there, only the second pass is run, over the library, the tests and
the verdicts that WORK has from an earlier run; one that was stopped goes on.
"""

import glob, json, os, queue, re, resource, shutil, subprocess, sys, threading, time
from collections import Counter, defaultdict

WORK = os.environ['WORK']
TREE, LIB = f'{WORK}/tree', f'{WORK}/lib'
SECOND = os.environ.get('SECOND')
FEATURES = os.environ['FEATURES'].split()
if SECOND and os.path.exists(f'{WORK}/features.txt'):
    with open(f'{WORK}/features.txt') as file:
        FEATURES = file.read().split()
JOBS = 2 * (os.cpu_count() or 1)  # more than cores: tests of threads and files wait
# Tests that look at the text of the code, or build programs of their own.
LEFT_OUT = {'abi', 'abi_layout', 'c_headers', 'c_programs', 'compatibility', 'docs', 'header_comments', 'headers',
            'map_shared', 'reference_code', 'suite'}
# Processor time of one test, in seconds in this build: slower ones are left to the second pass, for a C program those
# slower than the second number.
SLOWEST, SLOWEST_C = 0.7, 2.0
# In the first pass; in the second each test has the cases that it asks for. (With a runner, as under valgrind,
# capi-tests/snapshot.c goes back and forth in fewer frames.)
FEWER = {'AKGL_PAIRS': '2000', 'PROPTEST_CASES': '16', 'AKGL_RUNNER': 'none'}

ENV = {**os.environ, 'CARGO_TARGET_DIR': f'{WORK}/target', 'CARGO_PROFILE_DEV_DEBUG': '0', 'CARGO_INCREMENTAL': '0',
       'CARGO_PROFILE_DEV_OPT_LEVEL': '1'}
SDL = [word[2:] for word in os.environ['SDL_LIBS'].split() if word.startswith('-L')]
TEST_ENV = {**os.environ, 'LD_LIBRARY_PATH': ':'.join([LIB, *SDL, os.environ.get('LD_LIBRARY_PATH', '')]),
            'SDL_VIDEO_DRIVER': 'dummy', 'SDL_AUDIO_DRIVER': 'dummy', 'CARGO_MANIFEST_DIR': TREE,
            'PROPTEST_DISABLE_FAILURE_PERSISTENCE': '1', 'PROPTEST_MAX_SHRINK_ITERS': '0'}


def say(*words):
    print('==', *words, file=sys.stderr, flush=True)


def read(name):
    with open(f'{WORK}/{name}') as file:
        return json.load(file)


def write(name, what):
    with open(f'{WORK}/{name}', 'w') as file:
        file.write(what if isinstance(what, str) else json.dumps(what))


def copy():
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '-z'], stdout=subprocess.PIPE, check=True)
    for name in listed.stdout.decode().split('\0'):
        if name and os.path.isfile(name) and not name.startswith('tools/'):
            os.makedirs(os.path.dirname(f'{TREE}/{name}'), exist_ok=True)
            shutil.copy(name, f'{TREE}/{name}')


def list_mutants():
    """cargo-mutants' own list. It leaves `unsafe fn` out, so it is shown them without the word, in the same place."""
    for name in glob.glob(f'{TREE}/src/**/*.rs', recursive=True):
        with open(name) as file:
            text = file.read()
        with open(name, 'w') as file:
            file.write(re.sub(r'\bunsafe (?=fn|extern "C" fn)', ' ' * 7, text))
    only = ['--file', os.environ['FILE']] if os.environ['FILE'] else []
    out = subprocess.run(['cargo', 'mutants', '--list', '--json', *only, *FEATURES], cwd=TREE, stdout=subprocess.PIPE)
    if out.returncode:
        sys.exit('error: cargo-mutants gives no list; see above')
    write('list.json', out.stdout.decode())
    write('dropped.txt', '')


def put_in():
    shutil.rmtree(f'{TREE}/src')
    shutil.copytree('src', f'{TREE}/src')
    shutil.copy('tools/mutants/switch.rs', f'{TREE}/src/mutant_switch.rs')
    subprocess.run([f'{WORK}/tool/debug/switched', f'{WORK}/list.json', '.', TREE, f'{WORK}/dropped.txt',
                    f'{WORK}/map.json'], check=True)
    # lib.rs has no mutants, so no places of the map are moved by this.
    with open(f'{TREE}/src/lib.rs') as file:
        text = file.read()
    with open(f'{TREE}/src/lib.rs', 'w') as file:
        file.write('#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n' + text +
                   '\npub mod mutant_switch;\n')


def cargo(*words):
    run = subprocess.run(['cargo', *words, *FEATURES, '--message-format=json'], cwd=TREE, env=ENV, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    messages = [json.loads(line) for line in run.stdout.split('\n') if line.startswith('{')]
    if run.returncode and not any(m.get('reason') == 'compiler-message' for m in messages):
        sys.exit(run.stderr)
    return run.returncode == 0, messages


def to_blame(messages):
    """The mutants within which the compiler's errors are."""
    ranges = read('map.json')['ranges']
    blamed, lost = set(), []
    for message in messages:
        if message.get('reason') != 'compiler-message' or message['message']['level'] != 'error':
            continue
        for span in sorted(message['message']['spans'], key=lambda span: not span['is_primary']):
            within = [r for r in ranges if r[0] == span['file_name'] and r[1] <= span['byte_start']
                      and span['byte_end'] <= r[2]]
            if within:
                blamed.update(min(within, key=lambda r: r[2] - r[1])[3])
                break
        else:
            arms = arms_within(message['message'], ranges)
            blamed.update(arms)
            if not arms:
                lost.append(message['message']['rendered'])
    return blamed, lost


def arms_within(message, ranges):
    """The mutants that delete arms of the match that the compiler finds incomplete: from what is matched to the last
    arm, after which it would have one more."""
    if (message['code'] or {}).get('code') != 'E0004':
        return set()
    matched = message['spans'][0]
    ends = [span['byte_end'] for child in message['children'] for span in child['spans']
            if span['file_name'] == matched['file_name'] and span['suggested_replacement']]
    mutants = read('list.json')
    return {number for r in ranges if r[0] == matched['file_name'] and matched['byte_end'] <= r[1] and ends
            and r[1] <= max(ends) for number in r[3] if 'delete match arm' in mutants[number - 1]['name']}


def build():
    """Until it compiles, drops what does not."""
    while True:
        put_in()
        good, messages = cargo('check', '--lib')
        if good:
            break
        blamed, lost = to_blame(messages)
        if not blamed:
            sys.exit('\n'.join(lost) or 'error: the switched library does not build')
        say(f'{len(blamed)} mutants do not compile')
        with open(f'{WORK}/dropped.txt', 'a') as file:
            file.write(' '.join(map(str, sorted(blamed))) + '\n')


def test_programs():
    """Builds all tests. Returns the programs by name."""
    metadata = subprocess.run(['cargo', 'metadata', '--no-deps', '--format-version', '1'], cwd=TREE, check=True,
                              stdout=subprocess.PIPE).stdout
    targets = json.loads(metadata)['packages'][0]['targets']
    have = ['capi'] if '--no-default-features' not in FEATURES or any('sdl' in word for word in FEATURES) else []
    names = [t['name'] for t in targets if 'test' in t['kind'] and t['name'] not in LEFT_OUT
             and set(t.get('required-features', [])) <= set(have)]
    good, messages = cargo('test', '--no-run', '--lib', *sum((['--test', name] for name in names), []))
    if not good:
        sys.exit('\n'.join(m['message']['rendered'] for m in messages if m.get('reason') == 'compiler-message'))
    programs, library = {}, None
    for m in messages:
        if m.get('reason') != 'compiler-artifact':
            continue
        if m.get('executable') and m['profile']['test']:
            programs[m['target']['name'] if 'test' in m['target']['kind'] else 'lib'] = m['executable']
        elif m['target']['name'] == 'akgl' and not m['profile']['test']:
            library = next((name for name in m['filenames'] if name.endswith('.so')), library)
    os.makedirs(LIB, exist_ok=True)
    for name in ('libakgl.so', 'libakgl.so.0'):
        shutil.copy(library, f'{LIB}/{name}')
    for source in glob.glob(f'{TREE}/capi-tests/*.c'):
        name = os.path.basename(source)[:-2]
        subprocess.run([*os.environ['CC'].split(), '-std=c99', '-pthread', '-w', f'-I{TREE}/include',
                        *os.environ['SDL_CFLAGS'].split(), '-o', f'{LIB}/{name}', source, f'-L{LIB}', '-lakgl',
                        *os.environ['SDL_LIBS'].split()], check=True)
        programs[f'c:{name}'] = f'{LIB}/{name}'
    return programs


def tests_of(programs):
    tests = {}
    for name, program in programs.items():
        if name.startswith('c:'):
            tests[name] = [program]
            continue
        def listed(*more):
            out = subprocess.run([program, '--list', '--format', 'terse', *more], cwd=TREE, env=TEST_ENV, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            return [line[:-6] for line in out.split('\n') if line.endswith(': test')]
        ignored = listed('--ignored')
        for test in listed():
            if test not in ignored:
                tests[f'{name}::{test}'] = [program, '--exact', '--test-threads', '1', test]
    return tests


def start(command, more, seconds, output):
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    program, name = command[0], os.path.basename(command[0])
    if program.startswith(LIB):
        # A C program writes files beside the path that it was called by: a place of its own for each that runs at once.
        place = f'{WORK}/beside/{threading.get_ident()}'
        os.makedirs(place, exist_ok=True)
        command = [f'{place}/{name}', *command[1:]]
    return subprocess.Popen(command, executable=program, cwd=TREE, env={**TEST_ENV, **more}, stdout=output,
                            stderr=subprocess.DEVNULL, preexec_fn=limits, text=True, errors='replace')


def side_by_side(jobs, work):
    waiting = queue.Queue()
    for job in jobs:
        waiting.put(job)
    failures = []
    def loop():
        try:
            while True:
                work(waiting.get_nowait())
        except queue.Empty:
            pass
        except BaseException as failure:
            failures.append(failure)
    threads = [threading.Thread(target=loop) for _ in range(JOBS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def trace(tests, more):
    """What each test reaches, and the processor time that it takes. Only those that can be used."""
    traced = {}
    def work(name):
        file = f'{WORK}/trace.{threading.get_ident()}'
        if os.path.exists(file):
            os.remove(file)
        process = start(tests[name], {**more, 'SWITCH_TRACE': file}, 60, subprocess.DEVNULL)
        wall = threading.Timer(300, process.kill)
        wall.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall.cancel()
        seconds = used.ru_utime + used.ru_stime
        if status:
            say(f'left out, because it fails without a mutant or takes a minute: {name}')
        elif os.path.exists(file):
            with open(file) as text:
                traced[name] = {'seconds': seconds, 'reaches': {int(n) for n in text.read().split()}}
        if os.path.exists(file):
            os.remove(file)
    side_by_side(tests, work)
    return traced


def is_quick(name, test):
    return test['seconds'] <= (SLOWEST_C if name.startswith('c:') else SLOWEST)


def attempt(number, names, tests, seconds, more):
    """Runs tests of one program with a mutant. What came of it: 'caught', 'timeout' or nothing; and the test."""
    commands = [tests[name] for name in names]
    is_c = names[0].startswith('c:')
    command = commands[0] if is_c else [*commands[0][:4], *(c[4] for c in commands)]
    process = start(command, {**more, 'SWITCH': str(number)}, int(3 * seconds + 1.6),
                    subprocess.DEVNULL if is_c else subprocess.PIPE)
    hung = []
    wall = threading.Timer(90 + 6 * seconds, lambda: (hung.append(True), process.kill()))
    wall.start()
    by = failed = None
    for line in [] if is_c else process.stdout:
        found = re.match(r'test (\S+)', line)
        if found:
            by = found[1]
        if found and 'FAILED' in line:
            failed = by
            process.kill()
            break
    process.wait()
    wall.cancel()
    by = names[0] if is_c else f"{names[0].split('::')[0]}::{by}"
    if failed:
        return 'caught', by
    if hung or process.returncode in (-24, -9):
        return 'timeout', by
    return ('caught', by) if process.returncode else (None, None)


def run(mutants, numbers, tests, traced, verdicts, more, most):
    """Adds to the verdicts those of mutants by number. Ends with a mutant where its tests took the most seconds."""
    reaching = defaultdict(list)
    for name, test in traced.items():
        for number in test['reaches']:
            reaching[number].append(name)
    lucky, began, done, lock = Counter(), time.time(), set(), threading.Lock()
    written = [began]

    def work(number):
        mutant = mutants[number - 1]
        file = mutant['file']
        places = ((file, (mutant['function'] or {}).get('function_name')), file, os.path.dirname(file))
        own = 'lib::' + file[4:-3].replace('/mod', '').replace('/', '::')
        def cost(name):
            """Less for tests that have caught mutants nearby, and for the module's own."""
            luck = sum(weight * lucky[place, name] for place, weight in zip(places, (4, 2, 1)))
            cost = (traced[name]['seconds'] + 0.004) * 0.6 ** min(30, luck)
            return 0.05 * cost if name.startswith(own) else cost
        left = sorted(reaching[number], key=cost)
        verdict = {**verdicts.get(number, {}), 'verdict': 'open', 'all' if most else 'tests': len(left)}
        spent = 0
        while left and (not most or spent < most):
            first = left[0]
            program, names, seconds = first.split('::')[0], [first], traced[first]['seconds']
            for name in left[1:]:  # cheap tests of the same program, in one process
                if first.startswith('c:') or name.split('::')[0] != program:
                    continue
                if seconds + traced[name]['seconds'] > 0.12 or cost(name) > 6 * cost(first):
                    break
                names.append(name)
                seconds += traced[name]['seconds']
            left = [name for name in left if name not in names]
            spent += seconds
            what, by = attempt(number, names, tests, seconds, more)
            if what:
                verdict = {'verdict': what, 'by': by}
                for place in places:
                    lucky[place, by] += 1
                break
        if verdict['verdict'] == 'open' and left:
            verdict['left'] = left
        with lock:
            verdicts[number] = verdict
            done.add(number)
            if time.time() > written[0] + 30 or len(done) == len(numbers):
                written[0] = time.time()
                say(f'{len(done)} of {len(numbers)} in {time.time() - began:.0f} s')
                write('verdicts.json', verdicts)

    side_by_side(numbers, work)
    write('verdicts.json', verdicts)


def second_pass(mutants, tests, quick, verdicts, most):
    """The open mutants against the tests that the first pass left out or gave fewer cases."""
    longer = {name: test for name, test in trace(tests, {}).items()
              if name not in quick or test['seconds'] > 1.3 * quick[name]['seconds'] + 0.02}
    for name in sorted(longer, key=lambda name: longer[name]['seconds']):
        say(f"{longer[name]['seconds']:6.1f} s {name}")
    numbers = [n for n, verdict in sorted(verdicts.items()) if verdict['verdict'] == 'open' and 'all' not in verdict]
    say(f'{len(numbers)} open mutants against {len(longer)} longer tests, for {most:.0f} s of processor time at most')
    run(mutants, numbers, tests, longer, verdicts, {}, most)


def report(mutants, dropped, missing, verdicts):
    columns = ['caught', 'timeout', 'open', 'not built', 'not run']
    table, open_ones = defaultdict(Counter), []
    for number, mutant in enumerate(mutants, 1):
        verdict = ('not built' if number in dropped else 'not run' if number in missing
                   else verdicts[number]['verdict'])
        table[mutant['file']][verdict] += 1
        table['all'][verdict] += 1
        if verdict == 'open':
            known = verdicts[number]
            left = f", {len(known['left'])} of them not run" if 'left' in known else ''
            open_ones.append(f"{mutant['name']} ({known['tests']} quick and {known.get('all', 0)} long tests reach it{left})")
    write('open.txt', ''.join(line + '\n' for line in open_ones))
    print(f"{'file':45}", *(f'{column:>9}' for column in columns), '    score')
    for file in sorted(table, key=lambda file: (file == 'all', file)):
        row = table[file]
        judged = row['caught'] + row['timeout'] + row['open']
        score = f"{100 * (judged - row['open']) / judged:7.1f} %" if judged else ''
        print(f'{file:45}', *(f'{row[column]:9}' for column in columns), score)


def main():
    if SECOND is None:
        say('listing the mutants')
        copy()
        write('features.txt', ' '.join(FEATURES))
        list_mutants()
    mutants = read('list.json')
    if not mutants:
        sys.exit(f"error: no mutants in '{os.environ['FILE'] or 'src'}'")
    if SECOND is None:
        say(f'building with {len(mutants)} mutants (several minutes)')
        build()
    tests = tests_of(test_programs())
    with open(f'{WORK}/dropped.txt') as file:
        dropped = {int(number) for number in file.read().split()}
    missing = set(read('map.json')['missing'])
    say(f'running {len(tests)} tests once, to see what each reaches')
    quick = {name: test for name, test in trace(tests, FEWER).items() if is_quick(name, test)}
    if SECOND is None:
        verdicts = {}
        numbers = [n for n in range(1, len(mutants) + 1) if n not in dropped and n not in missing]
        say(f'{len(numbers)} mutants against {len(quick)} tests')
        run(mutants, numbers, tests, quick, verdicts, FEWER, None)
        report(mutants, dropped, missing, verdicts)
    else:
        verdicts = {int(number): verdict for number, verdict in read('verdicts.json').items()}
    second_pass(mutants, tests, quick, verdicts, float(SECOND or 10))
    report(mutants, dropped, missing, verdicts)


main()
