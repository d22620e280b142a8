// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_request.h"

#include <algorithm>
#include <string_view>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

// The lists below are words with a space on either side.
bool contains(std::string_view list, const std::string& word) {
  return list.find(" " + word + " ") != std::string_view::npos;
}

// Options whose value is the next argument, which is therefore no input.  (Where the value can
// also be in the same argument, the short form alone is listed: "-o", not "-ofile".)
constexpr std::string_view kWithValue =
    " -o --output -x --language -I --include-directory -L --library-directory -D --define-macro "
    "-U --undefine-macro -A --assert -B --prefix -F -G -R -T -Tbss -Tdata -Ttext -u "
    "--undefined -z -e --entry -aux-info -dumpbase -dumpbase-ext -dumpdir -include --include "
    "-imacros --imacros -isystem -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore "
    "-isysroot -imultilib -iframework -ivfsoverlay -cxx-isystem -stdlib++-isystem -MF -MT -MQ "
    "-MJ -Xlinker --for-linker -Xassembler --for-assembler -Xpreprocessor -Xclang -Xanalyzer "
    "-mllvm -mmlir --param -arch -target --target --sysroot -gcc-toolchain --gcc-toolchain "
    "-framework -wrapper --specs -serialize-diagnostics --serialize-diagnostics "
    "-Xopenmp-target -Xthinlto --config ";

constexpr std::string_view kStopsEarly =
    " -c --compile -S --assemble -E --preprocess -M --dependencies -MM --user-dependencies "
    "-fsyntax-only --analyze -emit-ast --precompile -emit-interface-stubs -extract-api ";

constexpr std::string_view kSources =
    " c i ii m mi mm M mii cc cp cxx cpp CPP c++ C CC CXX cppm ccm cxxm c++m ixx pcm cu hip cl ";
constexpr std::string_view kHeaders = " h H hh hp hxx hpp HPP h++ tcc inl ";

// What kind of input it is.  Anything unknown is for the linker, as for the compilers.
enum class Input { source, header, other };

Input kind_of_file(const std::string& name) {
  const size_t dot = name.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : name.substr(dot + 1);
  if (contains(kSources, ending)) {
    return Input::source;
  }
  return contains(kHeaders, ending) ? Input::header : Input::other;
}

// By the value of -x.  Assembler is no source of ours, nor is LLVM's representation, which was
// instrumented when it was made.
Input kind_of_language(std::string_view language) {
  if (language.starts_with("assembler") || language == "ir") {
    return Input::other;
  }
  return language.ends_with("header") ? Input::header : Input::source;
}

class Reader {
 public:
  CompileRequest read(const Words& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      if (ended_ || word == "-" || !word.starts_with('-')) {
        add_input(word);
      } else if (word == "--") {
        ended_ = true;
      } else if (contains(kWithValue, word)) {
        read_pair(word, i + 1 < arguments.size() ? arguments[++i] : "");
      } else {
        read_option(word);
      }
    }
    request_.has_only_headers = inputs_ > 0 && headers_ == inputs_;
    request_.has_inputs = inputs_ > 0;
    return request_;
  }

 private:
  void add_input(const std::string& name) {
    const Input kind =
        language_.empty() || language_ == "none" ? kind_of_file(name) : kind_of_language(language_);
    ++inputs_;
    headers_ += kind == Input::header ? 1 : 0;
    request_.has_sources |= kind != Input::other;
  }

  void read_pair(const std::string& option, const std::string& value) {
    if (option == "-x" || option == "--language") {
      language_ = value;
    } else if (option == "-Xlinker" || option == "--for-linker") {
      read_linker_option(value);
    }
  }

  void read_option(const std::string& word) {
    if (word.starts_with("-x")) {
      language_ = word.substr(2);
    } else if (word.starts_with("-l")) {
      ++inputs_;
    } else if (contains(kStopsEarly, word)) {
      request_.stops_early = true;
    } else if (word == "-r" || word == "--relocatable") {
      request_.is_relocatable = true;
    } else if (word == "-shared" || word == "--shared") {
      request_.is_shared = true;
    } else if (word == "-static" || word == "--static" || word == "-static-pie") {
      request_.static_option = word;
    } else if (word == "-m32" || word == "-mx32") {
      request_.width_option = word;
    } else if (word == "-m64") {
      request_.width_option.reset();
    } else if (word.starts_with("-Wl,")) {
      for (const std::string& part : parts_of(word.substr(4))) {
        read_linker_option(part);
      }
    } else {
      read_sanitizers(word);
    }
  }

  void read_linker_option(const std::string& option) {
    if (option == "-r" || option == "-i" || option == "--relocatable") {
      request_.is_relocatable = true;
    }
  }

  void read_sanitizers(const std::string& word) {
    constexpr std::string_view kOn = "-fsanitize=";
    constexpr std::string_view kOff = "-fno-sanitize=";
    constexpr std::string_view kIgnore = "-fsanitize-ignorelist=";
    constexpr std::string_view kIgnoreFormerly = "-fsanitize-blacklist=";
    if (word.starts_with(kOn)) {
      for (const std::string& name : parts_of(word.substr(kOn.size()))) {
        turn(name, true);
      }
    } else if (word.starts_with(kOff)) {
      for (const std::string& name : parts_of(word.substr(kOff.size()))) {
        turn(name, false);
      }
    } else if (word.starts_with(kIgnore)) {
      request_.ignore_lists.push_back(word.substr(kIgnore.size()));
    } else if (word.starts_with(kIgnoreFormerly)) {
      request_.ignore_lists.push_back(word.substr(kIgnoreFormerly.size()));
    } else if (word == "-fno-sanitize-ignorelist" || word == "-fno-sanitize-blacklist") {
      request_.ignore_lists.clear();
    }
  }

  void turn(const std::string& name, bool on) {
    Words& others = request_.sanitizers;
    if (name == "thread" || (name == "all" && !on)) {
      request_.wants_thread = on;
    }
    if (name == "all" && !on) {
      others.clear();
    } else if (name != "thread") {
      others.erase(std::remove(others.begin(), others.end(), name), others.end());
      if (on) {
        others.push_back(name);
      }
    }
  }

  static Words parts_of(const std::string& list) {
    Words parts;
    for (size_t begin = 0; begin <= list.size();) {
      const size_t comma = std::min(list.find(',', begin), list.size());
      parts.push_back(list.substr(begin, comma - begin));
      begin = comma + 1;
    }
    return parts;
  }

  CompileRequest request_;
  std::string language_;  // the value of the last -x
  int inputs_ = 0;
  int headers_ = 0;
  bool ended_ = false;  // the options have
};

}  // namespace

CompileRequest read_compile_request(const std::vector<std::string>& arguments) {
  return Reader().read(arguments);
}

}  // namespace heddle::cli
